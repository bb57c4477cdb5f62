import { z } from 'zod';
import { CURRENCY_CODES } from './currencies.ts';

/** Every error of the API: its stable code and its HTTP status. */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_enrolled: 403,
  not_found: 404,
  request_timeout: 408,
  already_enrolled: 409,
  already_passed: 409,
  already_refunded: 409,
  already_requested: 409,
  already_teacher: 409,
  class_full: 409,
  code_required: 409,
  conflict: 409,
  currency_in_use: 409,
  deadline_passed: 409,
  edit_conflict: 409,
  email_taken: 409,
  feedback_hidden: 409,
  last_admin: 409,
  limit_reached: 409,
  marks_given: 409,
  no_assignment: 409,
  not_graded: 409,
  email_disabled: 409,
  nothing_to_decide: 409,
  not_draft: 409,
  not_pending: 409,
  not_published: 409,
  own_account: 409,
  own_class: 409,
  paid_enrollment: 409,
  payment_disputed: 409,
  payment_processing: 409,
  payment_refunded: 409,
  upload_unfinished: 409,
  price_changed: 409,
  quota_reached: 409,
  second_factor_required: 409,
  link_invalid: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  file_refused: 422,
  not_free: 422,
  picture_unreadable: 422,
  payment_not_succeeded: 422,
  price_not_payable: 422,
  refund_refused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  provider_unavailable: 502,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/** The body of every error response. `fields` maps each invalid input to a message. */
export const errorResponseSchema = z
  .object({
    error: z.object({
      code: errorCodeSchema,
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      /** With `price_changed`: the current price of the class, in major units of `currency`. */
      price: z.number().optional(),
      /** With `price_changed`: the current currency of the site. */
      currency: z.enum(CURRENCY_CODES).optional(),
      /** With the `unauthenticated` and `not_enrolled` of a lesson: its class, which is published. */
      classOfLesson: z.object({ _id: z.string(), title: z.string() }).optional(),
      /** With `edit_conflict`, and with the `conflict` of a new post's address: what is currently stored. */
      current: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error', description: 'A stable code for programs and a message for users' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;
