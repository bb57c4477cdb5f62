CREATE TABLE "removed_contents" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "removed_contents_kind_name_pk" PRIMARY KEY("kind","name")
);
