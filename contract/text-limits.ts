/** Maximum lengths of texts, in characters. */
export const TEXT_LIMITS = {
  name: 100,
  email: 254,
  url: 2_048,
  title: 150,
  description: 5_000,
  reason: 500,
  bio: 2_000,
  feedback: 2_000,
  submission: 10_000,
  lesson: 20_000,
  /** Terms and privacy notices of companies are long. */
  page: 100_000,
  comment: 2_000,
  question: 5_000,
  note: 20_000,
  search: 100,
  token: 200,
} as const;
