ALTER TABLE "invoice_lines" DROP CONSTRAINT "invoice_lines_linked_where_money_moved";--> statement-breakpoint
ALTER TABLE "invoice_lines" DROP CONSTRAINT "invoice_lines_sign";--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_linked_where_money_moved" CHECK (("invoice_lines"."payment_id" is null or "invoice_lines"."type" in ('PAYMENT-LINE', 'CHARGEBACK-LINE', 'CHARGEBACK-FEE-PAYMENT-LINE', 'LATE-PAYMENT-FEE-PAYMENT-LINE', 'INSTALLMENT-FEE-PAYMENT-LINE'))
        and ("invoice_lines"."refund_id" is null or ("invoice_lines"."type" in ('CHARGEBACK-LINE') and "invoice_lines"."payment_id" is null)));--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_sign" CHECK (case
        when "invoice_lines"."type" in ('INVOICE-LINE', 'CREDIT-LINE') then true
        when "invoice_lines"."type" in ('PAYMENT-LINE', 'CHARGEBACK-FEE-PAYMENT-LINE', 'LATE-PAYMENT-FEE-PAYMENT-LINE', 'INSTALLMENT-FEE-PAYMENT-LINE') then "invoice_lines"."amount_cents" <= 0
        else "invoice_lines"."amount_cents" >= 0
      end);