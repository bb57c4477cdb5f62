CREATE SCHEMA "identity";
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"marks" integer NOT NULL,
	"due_date" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignments_class_id_unique" UNIQUE("class_id"),
	CONSTRAINT "assignments_marks_in_range" CHECK ("assignments"."marks" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "audit_trail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"teacher_id" uuid NOT NULL,
	"image" text NOT NULL,
	"price" integer NOT NULL,
	"title" text NOT NULL,
	"experience" text NOT NULL,
	"category" text,
	"description" text NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"enroll" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "classes_price_in_range" CHECK ("classes"."price" between 0 and 99999999),
	CONSTRAINT "classes_enroll_not_negative" CHECK ("classes"."enroll" >= 0),
	CONSTRAINT "classes_status_known" CHECK ("classes"."status" in ('Pending', 'approve', 'rejected')),
	CONSTRAINT "classes_experience_known" CHECK ("classes"."experience" in ('Experienced', 'Beginner', 'Mid Level', 'Junior')),
	CONSTRAINT "classes_category_known" CHECK ("classes"."category" in ('Web Development', 'Digital Marketing', 'Graphics Design', 'App Development', 'Game Development', 'SEO Development')),
	CONSTRAINT "classes_decided_when_not_pending" CHECK (("classes"."status" = 'Pending') = ("classes"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"payment_id" uuid,
	"price" integer NOT NULL,
	"enrolled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollments_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "enrollments_one_a_person" UNIQUE("user_id","class_id"),
	CONSTRAINT "enrollments_paid_unless_free" CHECK (("enrollments"."price" = 0) = ("enrollments"."payment_id" is null)),
	CONSTRAINT "enrollments_price_not_negative" CHECK ("enrollments"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"feedback" text NOT NULL,
	"rating" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_one_a_person" UNIQUE("user_id","class_id"),
	CONSTRAINT "feedback_rating_in_range" CHECK ("feedback"."rating" between 1 and 5),
	CONSTRAINT "feedback_not_empty" CHECK ("feedback"."feedback" <> '')
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" text,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_intents_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "payment_intents_amount_positive" CHECK ("payment_intents"."amount" > 0),
	CONSTRAINT "payment_intents_state_known" CHECK ("payment_intents"."state" in ('open', 'recorded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"email" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	"refund_reason" text,
	CONSTRAINT "payments_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_refund_in_range" CHECK ("payments"."refunded_amount" between 0 and "payments"."amount"),
	CONSTRAINT "payments_refund_with_moment" CHECK (("payments"."refunded_amount" = 0) = ("payments"."refunded_at" is null))
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"assignment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"late" boolean NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"marks" integer,
	"comment" text DEFAULT '' NOT NULL,
	"marked_at" timestamp (3) with time zone,
	CONSTRAINT "submissions_one_a_person" UNIQUE("assignment_id","user_id"),
	CONSTRAINT "submissions_not_empty" CHECK ("submissions"."text" <> '' or "submissions"."link" <> ''),
	CONSTRAINT "submissions_marks_not_negative" CHECK ("submissions"."marks" >= 0),
	CONSTRAINT "submissions_marked_with_moment" CHECK (("submissions"."marks" is null) = ("submissions"."marked_at" is null))
);
--> statement-breakpoint
CREATE TABLE "teacher_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"image" text NOT NULL,
	"experience" text NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teacher_requests_status_known" CHECK ("teacher_requests"."status" in ('Pending', 'approve', 'rejected')),
	CONSTRAINT "teacher_requests_experience_known" CHECK ("teacher_requests"."experience" in ('Experienced', 'Beginner', 'Mid Level', 'Junior')),
	CONSTRAINT "teacher_requests_category_known" CHECK ("teacher_requests"."category" in ('Web Development', 'Digital Marketing', 'Graphics Design', 'App Development', 'Game Development', 'SEO Development')),
	CONSTRAINT "teacher_requests_decided_when_not_pending" CHECK (("teacher_requests"."status" = 'Pending') = ("teacher_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identity_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_identity_id_unique" UNIQUE("identity_id"),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('admin', 'teacher')),
	CONSTRAINT "users_email_in_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_deleted_without_identity" CHECK ("users"."deleted_at" is null or "users"."identity_id" is null)
);
--> statement-breakpoint
CREATE TABLE "identity"."account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity"."user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity"."verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_trail" ADD CONSTRAINT "audit_trail_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher_requests" ADD CONSTRAINT "teacher_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher_requests" ADD CONSTRAINT "teacher_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_identity_id_user_id_fk" FOREIGN KEY ("identity_id") REFERENCES "identity"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_trail_by_age" ON "audit_trail" USING btree ("happened_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_trail_of_subject" ON "audit_trail" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "classes_by_enroll" ON "classes" USING btree ("status","enroll" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "classes_by_price" ON "classes" USING btree ("status","price","id");--> statement-breakpoint
CREATE INDEX "classes_by_age" ON "classes" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "classes_in_category" ON "classes" USING btree ("category","status");--> statement-breakpoint
CREATE INDEX "classes_of_teacher" ON "classes" USING btree ("teacher_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "enrollments_of_user" ON "enrollments" USING btree ("user_id","enrolled_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "enrollments_of_class" ON "enrollments" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "feedback_of_class" ON "feedback" USING btree ("class_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "feedback_by_age" ON "feedback" USING btree ("updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_one_open" ON "payment_intents" USING btree ("user_id","class_id") WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_intents_open" ON "payment_intents" USING btree ("created_at") WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id","paid_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_of_class" ON "payments" USING btree ("class_id","paid_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("paid_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "submissions_of_user" ON "submissions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teacher_requests_one_open" ON "teacher_requests" USING btree ("user_id") WHERE "teacher_requests"."status" = 'Pending';--> statement-breakpoint
CREATE INDEX "teacher_requests_of_user" ON "teacher_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "teacher_requests_by_age" ON "teacher_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_of_the_living" ON "users" USING btree ("email") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "account_user_id" ON "identity"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user_id" ON "identity"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "identity"."verification" USING btree ("identifier");