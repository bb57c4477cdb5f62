import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { HealthFinding } from '#contract/site-health.ts';
import type { DatabaseConnection } from './database/client.ts';
import { registerHealth } from './http/health.ts';
import type { AccessTokens } from './identity/access-token.ts';
import { registerTokenRoute } from './identity/identity.routes.ts';
import type { SendEmail } from './email/email.ts';
import type { SendTestEmail } from './site-health/send-test-email.ts';
import type { TestCardProvider } from './site-health/test-card-provider.ts';
import { registerSiteHealthRoutes } from './site-health/site-health.routes.ts';
import { registerAccountRoutes } from './modules/accounts/accounts.routes.ts';
import { registerAnnouncementRoutes } from './modules/announcements/announcements.routes.ts';
import { registerAssignmentRoutes } from './modules/assignments/assignments.routes.ts';
import { mayReadSubmissionFile } from './modules/assignments/submission-files.repository.ts';
import { registerAuditRoutes } from './modules/audit/audit.routes.ts';
import { registerBlogPostRoutes } from './modules/blog-posts/blog-posts.routes.ts';
import { registerCertificateRoutes } from './modules/certificates/certificates.routes.ts';
import { registerClassChangeRoutes } from './modules/classes/changes.routes.ts';
import { registerClassDraftRoutes } from './modules/classes/class-drafts.routes.ts';
import { registerClassPauseRoutes } from './modules/classes/class-pauses.routes.ts';
import { registerClassRoutes } from './modules/classes/classes.routes.ts';
import { registerClassManagementRoutes } from './modules/classes/manage-classes.routes.ts';
import { type FixedConfig, registerConfigRoutes } from './modules/config/config.routes.ts';
import { registerCurriculumRoutes } from './modules/curriculum/curriculum.routes.ts';
import { mayReadLessonFile } from './modules/curriculum/lesson-files.repository.ts';
import { registerLessonRoutes } from './modules/curriculum/lessons.routes.ts';
import { registerStudentRoutes } from './modules/curriculum/students.routes.ts';
import { registerDocumentRoutes } from './modules/documents/documents.routes.ts';
import { registerEnrollmentRoutes } from './modules/enrollments/enrollments.routes.ts';
import type { CleaningContext } from './modules/files/clean-files.ts';
import { backgroundRemoval } from './modules/files/removed-contents.ts';
import { type Quotas, registerFileRoutes } from './modules/files/files.routes.ts';
import { registerPrivateFiles } from './modules/files/private-files.routes.ts';
import { registerFeedbackRoutes } from './modules/feedback/feedback.routes.ts';
import { registerFeedbackModerationRoutes } from './modules/feedback/moderation.routes.ts';
import { registerContactRoutes } from './modules/notifications/contact.routes.ts';
import { registerInvitationRoutes } from './modules/invitations/invitations.routes.ts';
import type { NotificationHub } from './modules/notifications/notification-hub.ts';
import { registerHidingRoutes } from './modules/moderation/hiding.routes.ts';
import { registerReportRoutes } from './modules/moderation/reports.routes.ts';
import { registerNoteRoutes } from './modules/notes/notes.routes.ts';
import { registerNotificationRoutes } from './modules/notifications/notifications.routes.ts';
import { registerNotificationStream } from './modules/notifications/notification-stream.ts';
import { registerPreferencesRoutes } from './modules/notifications/preferences.routes.ts';
import { registerUndeliveredRoutes } from './modules/notifications/undelivered.routes.ts';
import { registerAttentionRoutes } from './modules/payments/attention/attention.routes.ts';
import { isCurrencyInUse } from './modules/payments/is-currency-in-use.ts';
import { registerPaymentRoutes } from './modules/payments/payments.routes.ts';
import { registerRefundRoutes } from './modules/payments/refunds/refunds.routes.ts';
import { registerRevenueRoutes } from './modules/payments/revenue/revenue.routes.ts';
import { registerStripeWebhook } from './modules/payments/events/stripe-webhook.routes.ts';
import type { WebhookSignatures } from './modules/payments/events/webhook-signatures.ts';
import { registerQuestionRoutes } from './modules/questions/questions.routes.ts';
import { registerSavedClassRoutes } from './modules/saved-classes/saved-classes.routes.ts';
import { registerSetupRoutes } from './modules/setup/setup.routes.ts';
import { registerSitePageRoutes } from './modules/site-pages/site-pages.routes.ts';
import { findContactEmail } from './modules/site-settings/site-settings.repository.ts';
import { registerSiteSettingsRoutes } from './modules/site-settings/site-settings.routes.ts';
import { registerTeacherRequestRoutes } from './modules/teacher-requests/teacher-requests.routes.ts';
import { registerTeacherRoutes } from './modules/teachers/teachers.routes.ts';
import { registerWaitingListRoutes } from './modules/waiting-lists/waiting-lists.routes.ts';
import { registerUserRoutes } from './modules/users/users.routes.ts';

export interface ApiOptions {
  database: DatabaseConnection;
  /** Absent if no mail server is configured. */
  sendEmail?: SendEmail;
  /** The address that receives the messages of the contact form unless an admin sets another one. */
  contactEmail?: string;
  /** The key that signs the links to email preferences. */
  preferencesKey: string;
  hub: NotificationHub;
  stripe: Stripe;
  webhookSecret: string;
  webhookSignatures: WebhookSignatures;
  secret: string;
  /** The quotas of a user's unfinished uploads, pictures and private files together, in bytes. */
  quotas: Quotas;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  config: FixedConfig;
  /** The data folder of the embedded database. Absent if `DATABASE_URL` is set. */
  dataFolder?: string;
  /** Whether the server is shutting down. */
  isStopping: () => boolean;
  /** Checks everything that the site needs, for the admins. */
  checkSite: () => Promise<HealthFinding[]>;
  sendTestEmail: SendTestEmail;
  testCardProvider: TestCardProvider;
}

/** What the API shares with the rest of the HTTP server. */
interface Shared {
  files: CleaningContext;
  tokens: AccessTokens;
}

/** Registers every call of the API. */
export const registerApi = (api: FastifyInstance, options: ApiOptions, { files, tokens }: Shared): void => {
  const { database, stripe, webhookSecret, baseUrl, secret, config, sendEmail } = options;
  /** The address that receives the messages of the contact form. Undefined without a mail server. */
  const findContact = async () =>
    sendEmail && ((await findContactEmail(database.db)) ?? options.contactEmail);
  // Responses are private to the caller unless a route declares otherwise.
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  registerTokenRoute(api, tokens);
  registerUserRoutes(api, { db: database.db, sendEmail });
  registerTeacherRequestRoutes(api, { db: database.db, sendsEmail: config.sendsEmail });
  registerClassRoutes(api, database.db);
  registerClassManagementRoutes(api, database.db);
  registerClassDraftRoutes(api, database.db);
  registerClassPauseRoutes(api, database.db);
  registerTeacherRoutes(api, database.db);
  registerClassChangeRoutes(api, database.db);
  registerAnnouncementRoutes(api, database.db);
  registerAssignmentRoutes(api, files);
  registerPaymentRoutes(api, { db: database.db, stripe });
  registerDocumentRoutes(api, { db: database.db, stripe });
  registerRefundRoutes(api, { db: database.db, stripe });
  registerAttentionRoutes(api, { db: database.db, stripe });
  registerRevenueRoutes(api, { db: database.db, stripe });
  registerStripeWebhook(api, {
    db: database.db,
    stripe,
    webhookSecret,
    signatures: options.webhookSignatures,
  });
  registerEnrollmentRoutes(api, database.db);
  registerSavedClassRoutes(api, database.db);
  registerWaitingListRoutes(api, database.db);
  registerCertificateRoutes(api, { db: database.db, baseUrl });
  registerCurriculumRoutes(api, database.db);
  registerStudentRoutes(api, database.db);
  registerLessonRoutes(api, database.db);
  registerQuestionRoutes(api, database.db);
  registerNoteRoutes(api, database.db);
  registerFeedbackRoutes(api, database.db);
  registerFeedbackModerationRoutes(api, database.db);
  registerReportRoutes(api, database.db);
  registerHidingRoutes(api, database.db);
  registerFileRoutes(api, files, { quotas: options.quotas, limits: config.uploadLimits });
  registerPrivateFiles(api, { ...files, readers: [mayReadLessonFile, mayReadSubmissionFile] });
  registerAccountRoutes(api, {
    db: database.db,
    storage: files.storage,
    baseUrl,
    sendEmail,
    onDeletion: backgroundRemoval(files, api.log),
  });
  registerNotificationRoutes(api, database.db);
  registerNotificationStream(api, options.hub);
  registerPreferencesRoutes(api, { db: database.db, key: options.preferencesKey });
  registerUndeliveredRoutes(api, { db: database.db, findContactEmail: findContact });
  registerContactRoutes(api, { db: database.db, findContactEmail: findContact });
  registerAuditRoutes(api, database.db);
  registerConfigRoutes(api, config, findContact);
  registerSetupRoutes(api, {
    db: database.db,
    baseUrl,
    secret,
    sendTest: options.sendTestEmail,
    testCardProvider: options.testCardProvider,
    isCurrencyInUse: (trx) => isCurrencyInUse(trx, stripe),
  });
  registerSiteSettingsRoutes(api, {
    db: database.db,
    isCurrencyInUse: (trx) => isCurrencyInUse(trx, stripe),
  });
  registerInvitationRoutes(api, {
    db: database.db,
    secret,
    baseUrl,
    sendsEmail: config.sendsEmail,
  });
  registerSitePageRoutes(api, database.db);
  registerBlogPostRoutes(api, database.db);
  registerSiteHealthRoutes(api, {
    secret,
    webhookSignatures: options.webhookSignatures,
    checkSite: options.checkSite,
    sendTest: options.sendTestEmail,
    testCardProvider: options.testCardProvider,
  });
  registerHealth(api, {
    pool: database.pool,
    dataFolder: options.dataFolder,
    isStopping: options.isStopping,
  });
};
