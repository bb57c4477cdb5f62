-- PostgreSQL takes "<canvas>" and "&nbsp;" for markup, which it does not index. Searches split these characters off.
CREATE OR REPLACE FUNCTION words_of(title text, category text, description text, teacher text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('simple', said) || to_tsvector('english', said))
    FROM translate(concat_ws(' ', title, category, teacher, description), './\:@_+-<>&', '           ') AS said
$$;--> statement-breakpoint
UPDATE class_words w SET words = words_of(c.title, c.category, c.description, u.name)
  FROM classes c JOIN users u ON u.id = c.teacher_id
 WHERE c.id = w.class_id AND concat_ws(' ', c.title, c.category, c.description, u.name) ~ '[<>&]';
