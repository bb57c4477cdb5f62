-- Who searches for "tomas" or "cafe" also looks for "Tomás" and "Café". Only marks of Latin, Greek and Cyrillic letters are removed:
-- in other scripts they are vowels. For Unicode, letters such as "ø" have no mark. In an encoding other than UTF-8, nothing changes.
CREATE FUNCTION unaccented(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(said) = length(said) THEN said ELSE
    normalize(regexp_replace(normalize(
      replace(replace(replace(replace(replace(
        replace(replace(replace(replace(replace(replace(replace(said, 'ø', 'o'), 'Ø', 'O'), 'ł', 'l'), 'Ł', 'L'), 'đ', 'd'), 'Đ', 'D'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
      NFD), '[\u0300-\u036f]', '', 'g'), NFC)
  END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_of(title text, category text, description text, teacher text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('simple', said) || to_tsvector('english', said))
    FROM unaccented(translate(concat_ws(' ', title, category, teacher, description), './\:@_+-<>&', '           ')) AS said
$$;--> statement-breakpoint
UPDATE class_words w SET words = words_of(c.title, c.category, c.description, u.name)
  FROM classes c JOIN users u ON u.id = c.teacher_id, concat_ws(' ', c.title, c.category, c.description, u.name) AS said
 WHERE c.id = w.class_id AND octet_length(said) <> length(said);
