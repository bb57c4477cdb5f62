/** When an event last had a valid and an invalid signature since this server started. The webhook keeps it. */
export interface WebhookSignatures {
  verifiedAt?: Date;
  failedAt?: Date;
}
