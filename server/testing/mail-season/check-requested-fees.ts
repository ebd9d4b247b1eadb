import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { isFeeNamed } from "./coming-fees";
import { lastFreeDay } from "./named-days";
import { namesCents, namesDay, type Request } from "./request";
import { faultsBy, faultUnless, type Rule } from "./rule";
import { isReminder } from "./sent-mail";

/** Returns the faults of a request about fees: coming ones, charged ones, and those for returned payments. */
export function faultsOfRequestedFees(request: Request): string[] {
  return faultsBy(rules, request);
}

/** A household pays one late-payment fee. */
const costsOneFee: Rule<Request> = ({ comingFees }) => faultUnless(comingFees.length <= 1, "it costs more than one fee");

/** It names the coming fee with the last day without it. */
const namesComingFee: Rule<Request> = (request) => {
  const [fee] = request.comingFees;
  return faultUnless(
    !fee || (namesCents(request, fee.cents) && namesDay(request, fee.until)),
    "the fee and its last free day are not named",
  );
};

/** Its day to pay by avoids the coming fee. */
const asksBeforeFee: Rule<Request> = ({ message, comingFees: [fee] }) =>
  faultUnless(!fee || (message.payBy ?? "") <= fee.until, "the day to pay by is after the last day without the fee");

/** A reminder comes after a mail that named the coming fee, or names it itself. */
const namesFeeBeforeCharge: Rule<Request> = ({ message, asked }) =>
  faultUnless(!isReminder(message) || asked.every(isFeeNamed), "a coming fee has never been named");

/** It says until when a transfer arrives in time to avoid a fee or take it off again, unless several fees are charged. */
const namesArrivals: Rule<Request> = (request) => {
  const { own, withFee, arrivals } = request;
  const isNamed = (day: string) => day < own.today || namesDay(request, day);
  return faultUnless(withFee.length > 1 || arrivals.every(isNamed), "it does not say until when a transfer arrives in time");
};

/** It names the late-payment fees that its sum contains. */
const namesChargedFees: Rule<Request> = (request) => {
  const { lateFeesCents } = request;
  return faultUnless(lateFeesCents === 0 || namesCents(request, lateFeesCents), "the fee contained is not named");
};

/** It names the fees for returned payments that its sum contains. */
const namesReturnFees: Rule<Request> = (request) => {
  const { returnFeesCents } = request;
  return faultUnless(returnFeesCents === 0 || namesCents(request, returnFeesCents), "the fee for a returned payment is not named");
};

/** It names the day by which the rest must have been paid so that the charged fee falls away. The note names no charged fee. */
const namesRelief: Rule<Request> = (request) => {
  const { message, withFee } = request;
  const [only, ...more] = withFee;
  if (!only || more.length > 0 || message.kind === FEE_NOTE) return undefined;
  const day = lastFreeDay(only);
  return faultUnless(day !== undefined && namesDay(request, day), "it does not say that the fee falls away if the rest was paid in time");
};

const rules = [
  costsOneFee,
  namesComingFee,
  asksBeforeFee,
  namesFeeBeforeCharge,
  namesArrivals,
  namesChargedFees,
  namesReturnFees,
  namesRelief,
];
