import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Calls the sandbox over HTTP, without the SDK. */
const ask = async (method: 'GET' | 'POST', path: string, fields: Record<string, string> = {}) => {
  const { secretKey } = cardSandboxSettings(app.url, TEST_SECRET);
  const form = new URLSearchParams(fields);
  const address = `${app.url}/sandbox/stripe/v1${path}`;
  const response = await fetch(method === 'GET' ? `${address}?${form}` : address, {
    method,
    headers: { authorization: `Bearer ${secretKey}` },
    body: method === 'GET' ? undefined : form,
  });
  return (await response.json()) as {
    id: string;
    data: { type: string; id: string }[];
    error: object;
    latest_charge: string;
  };
};

const createIntent = () =>
  ask('POST', '/payment_intents', { amount: '4900', currency: 'usd', 'metadata[a]': 'b' });
const confirm = (id: string, method: string) =>
  ask('POST', `/payment_intents/${id}/confirm`, { payment_method: method });

/** One response of each kind, with the type that the SDK declares for it. */
const collectResponses = async (): Promise<[type: string, response: object][]> => {
  const [open, paid, challenged, canceled, declined, disputed] = [
    await createIntent(),
    await createIntent(),
    await createIntent(),
    await createIntent(),
    await createIntent(),
    await createIntent(),
  ];
  const succeeded = await confirm(paid.id, 'pm_card_visa');
  const refused = await confirm(declined.id, 'pm_card_chargeDeclined');
  await confirm(disputed.id, 'pm_card_createDispute');
  const refund = await ask('POST', '/refunds', { payment_intent: paid.id, amount: '100' });
  const [dispute] = (await ask('GET', '/disputes', { payment_intent: disputed.id })).data;
  const failing = await confirm((await createIntent()).id, 'pm_card_refundFail');
  await ask('POST', '/refunds', { charge: failing.latest_charge });
  const events = await ask('GET', '/events', { limit: '100' });
  const card = {
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };
  return [
    ['PaymentIntent', open],
    ['PaymentIntent', succeeded],
    ['PaymentIntent', await ask('GET', `/payment_intents/${paid.id}`, { 'expand[0]': 'latest_charge' })],
    ['PaymentIntent', await confirm(challenged.id, 'pm_card_authenticationRequired')],
    ['PaymentIntent', await ask('POST', `/payment_intents/${canceled.id}/cancel`)],
    ['PaymentIntent', await ask('GET', `/payment_intents/${declined.id}`)],
    ['PaymentMethod', await ask('POST', '/payment_methods', { type: 'card', ...card })],
    ['Charge', await ask('GET', `/charges/${succeeded.latest_charge}`)],
    ['Refund', refund],
    ['Dispute', await ask('GET', `/disputes/${dispute!.id}`)],
    [
      'Dispute',
      await ask('POST', `/disputes/${dispute!.id}`, { 'evidence[uncategorized_text]': 'winning_evidence' }),
    ],
    ['StripeRawError', refused.error],
    ['ApiList<Stripe.PaymentIntent>', await ask('GET', '/payment_intents')],
    ['ApiList<Stripe.Refund>', await ask('GET', '/refunds')],
    ['ApiList<Stripe.Charge>', await ask('GET', '/charges', { 'expand[0]': 'data.refunds' })],
    ['ApiList<Stripe.Dispute>', await ask('GET', '/disputes')],
    ['ApiList<Stripe.Event>', await ask('GET', '/events', { 'types[0]': 'charge.*' })],
    ...events.data.map((event): [string, object] => ['Event', event]),
  ];
};

const describeProblem = ({ messageText, file, start }: ts.Diagnostic): string => {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ');
  return file && start !== undefined ? `${file.text.slice(start, start + 60)}: ${text}` : text;
};

it('returns the shapes that the official SDK declares', async () => {
  const responses = await collectResponses();
  const kinds = new Set(responses.map(([type]) => type));
  expect(kinds.size).toBe(12);
  // The file is inside the project, so that the compiler finds the SDK.
  const folder = join(PROJECT_ROOT, '.cache/stripe-shapes');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'responses.ts');
  const source = responses.map(
    ([type, response], index) =>
      `export const response${index}: Stripe.${type} = ${JSON.stringify(response)};`,
  );
  try {
    await writeFile(file, [`import type Stripe from 'stripe';`, ...source].join('\n'));
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
    });
    expect(ts.getPreEmitDiagnostics(program).map(describeProblem)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
