import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { expect, fillCard, registerAs } from './fixtures.ts';
import { openPayment } from './purchases.ts';

const DISPUTED = '4000000000000259';

/** The transaction id of a student's only class. */
export const transactionOf = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/myEnroll/);
  return (await page.getByText(/Transaction ID: pi_/i).textContent())!.replace(/.*(pi_\w+).*/, '$1');
};

/** Buys a class with a card whose owner disputes the charge. @returns the transaction id */
export const buyAndDispute = async (page: Page, name: string): Promise<string> => {
  await registerAs(page, name);
  await openPayment(page, 'Poster studio');
  await fillCard(page, DISPUTED);
  await page.getByRole('button', { name: /^Pay/ }).click();
  return transactionOf(page);
};

/**
 * Buys in the same way, and removes the dispute from the books, as if its event were still in transit.
 * @returns the transaction id, and a function that puts the dispute back, so that the check of the books does not miss it
 */
export const buyAndDisputeLater = async (page: Page, name: string, pool: Pool) => {
  const transactionId = await buyAndDispute(page, name);
  await expect(async () => {
    const { rowCount } = await pool.query(
      `select from payment_events
        where transaction_id = $1 and type = 'charge.dispute.created' and handled_at is not null`,
      [transactionId],
    );
    expect(rowCount).toBe(1);
  }).toPass();
  const { rows } = await pool.query<{ dispute: object }>(
    `delete from disputes d using payments p where p.id = d.payment_id and p.transaction_id = $1
     returning to_jsonb(d) as dispute`,
    [transactionId],
  );
  await pool.query(
    `update payments set dispute_status = null, charged_back = false, disputed_at = null, dispute_due_by = null where transaction_id = $1`,
    [transactionId],
  );
  const putBack = () =>
    pool.query(
      `with dispute as (insert into disputes select * from jsonb_populate_record(null::disputes, $1) returning *)
       update payments p set dispute_status = d.status, charged_back = true, disputed_at = d.opened_at, dispute_due_by = d.due_by
         from dispute d where p.id = d.payment_id`,
      [rows[0]!.dispute],
    );
  return { transactionId, putBack };
};
