import type { Words } from "./types";

export const en: Words = {
  dues: { winter: "Winter dues", spring: "Spring dues", summer: "Summer dues", autumn: "Autumn dues" },
  campaigns: {
    camp: "Training camp",
    tournament: "Club regatta",
    course: "Beginners’ course",
    kit: "Club kit order",
    licence: "Competition licences",
  },
  items: {
    senior: "Membership, senior",
    junior: "Membership, junior (under 18)",
    family: "Family membership, up to five people",
    student: "Membership, student",
    supporting: "Supporting membership",
    federation: "Federation contribution",
    insurance: "Accident insurance",
    locker: "Locker, half a year",
    volunteerDiscount: "Volunteer discount",
    campPlace: "Training camp, five days full board",
    campBus: "Coach, there and back",
    campDeposit: "Deposit for equipment",
    siblingDiscount: "Sibling discount",
    entry: "Entry fee",
    dinner: "Club dinner",
    guest: "Club dinner, guest",
    course: "Course, ten evenings",
    material: "Course material",
    hire: "Hire of equipment",
    jersey: "Club shirt",
    jacket: "Club jacket, lined",
    bag: "Sports bag with emblem",
    socks: "Socks, two pairs",
    licence: "Annual licence",
    registration: "Registration with the federation",
    sponsored: "Paid by our sponsor",
    depositBack: "Refund of the deposit",
    cancelledBack: "Refund, the event was cancelled",
  },
  messages: {
    request: "Payment request",
    nothingDue: "Nothing to pay this time",
    refund: "You get money back",
    reminder1: "Friendly reminder",
    reminder2: "Second reminder",
    reminder3: "Third reminder",
    lastReminder: "Last reminder before legal steps",
    chargeback: "Your direct debit was returned",
    plan: "Your instalment plan is confirmed",
    retracted: "Your invoice was cancelled",
  },
  credits: {
    goodwill: "Gesture of goodwill",
    cancelledSessions: "Two sessions cancelled",
    joinedLate: "Half-year discount, joined late",
    locker: "Locker fee corrected",
    category: "Correction of the membership category",
  },
  retractions: [
    { description: "Credit, membership ended", reason: "You ended your membership in time, so nothing is due." },
    { description: "Credit, charged twice", reason: "This was charged twice by mistake. The other invoice stands." },
    { description: "Credit, wrong category", reason: "You were in the wrong membership category. A corrected invoice follows." },
  ],
  greetings: ["Hello,", "Hi there,", "Good morning,", "Dear treasurer,"],
  closings: ["Kind regards,\n{name}", "Many thanks!\n{name}", "Best,\n{name}", "Thanks,\n{name}"],
  companyGreeting: "Dear {name},",
  companyClosing: "Kind regards,\n{club}",
  supportClosing: "Kind regards,\nThe support team, for {club}",
  dialogues: {
    alreadyPaid: [
      [
        "I have just had a reminder, but I paid by bank transfer last week. Could you check, please? The reference was {number}.",
        "The transfer came in this morning: the reference had two digits swapped, so it had to be matched by hand. Please ignore the reminder.",
        "Ah, my typing. Thank you for sorting it out so quickly.",
      ],
      [
        "You write that {amount} is still open. My partner paid this from her account, under her own name.",
        "Thank you for telling us. Could you send us the name on the account and the date of the payment? We will look for it.",
      ],
    ],
    chargeback: [
      [
        "The direct debit bounced because I closed my old account. Can I pay by card instead? And does the bank’s fee have to be on me?",
        "Yes, choose card on the payment page. The fee is what the bank charges the club for the returned debit, so we have to pass it on.",
        "Fair enough. I will pay it this weekend.",
      ],
      [
        "I did not recognise the name on my statement and had the debit returned. I see now that it was the club. Sorry! What now?",
        "No harm done. Please pay with the link in our e-mail; your instruction stays valid for the next season.",
      ],
    ],
    general: [
      [
        "Do you issue receipts? My employer pays half of my sports membership.",
        "Certainly. Once the invoice is paid you can download a receipt on the same page.",
      ],
      [
        "Which day is the family membership counted from? We only moved here in the middle of the season.",
        "From the day you joined. What you see on the invoice is already the reduced rate.",
      ],
      [
        "The link in the e-mail does not open on my phone. Is there another way to pay?",
        "You can pay by bank transfer. Please use {number} as the reference.",
      ],
      [
        "Could the invoice be addressed to my company instead of to me?",
        "We can change the addressee. What is the exact name, and is the postal address the same?",
        "It is, and the name is on my last e-mail to you. Thank you.",
      ],
    ],
    instalments: [
      [
        "{amount} at once is a bit much this month. Could I pay in three parts?",
        "Of course. On the payment page choose “instalments”; there is a small fee for each plan.",
        "Done. Thank you for making it so easy.",
      ],
      [
        "We have three children in the club and the bills all came on the same day. Is it possible to spread this one?",
        "Yes, up to four months. You can start the plan yourself on the payment page.",
      ],
    ],
    lateFee: [
      [
        "Why is there a late-payment fee? I never saw the first e-mail, perhaps it went to spam.",
        "We wrote on {day} and once more two weeks later, to the address we have from you. As it is the first time we will take the fee off this once.",
        "That is very kind. I will pay the rest today.",
      ],
      [
        "I was in hospital for three weeks and could not pay in time. Could you waive the fee?",
        "We are sorry to hear that. The committee will look at it this week and we will let you know.",
      ],
    ],
    newAccount: [
      [
        "I have changed banks. Where can I give you my new account for the direct debit?",
        "On the payment page, under “your details”. The old instruction ends at the same moment.",
      ],
      [
        "Please debit my daughter’s dues from my account from now on, not from hers.",
        "Gladly. For that we need your signature on the form we have just sent you.",
        "Signed and returned this morning.",
      ],
    ],
    overpaid: [
      [
        "I seem to have paid twice, once by card and once by transfer. Could you send one back?",
        "You are right, and we are sorry for the trouble. The surplus goes back to your account within a week.",
      ],
    ],
    refund: [
      [
        "Your letter says that I get money back. When will it arrive?",
        "Refunds are paid out on the last Friday of the month, to the account that you paid from.",
      ],
    ],
    resigned: [
      [
        "I left the club at the end of last season and told the secretary so. Why do I still get an invoice?",
        "You are right, your notice had not reached the membership list. We will cancel the invoice.",
      ],
      [
        "We are moving to Wales and have given notice. Please cancel this invoice.",
        "Thank you for the years with us! We have your notice, and will cancel the invoice.",
      ],
    ],
    wrongAmount: [
      [
        "I think I am in the wrong category: I am a student and should pay the student rate.",
        "Could you send us a copy of your student card? Then we will credit the difference.",
        "Attached to my e-mail to the office just now.",
      ],
      ["Why do I pay for a locker? I gave the key back in spring.", "Quite right, we will credit the locker."],
    ],
  },
};
