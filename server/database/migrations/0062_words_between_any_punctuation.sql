-- PostgreSQL takes punctuation and spaces outside ASCII for letters: “quotes”, ¿questions?, l’été, dashes, and those of other scripts.
-- Searches split them, so classes with such words were not found. In an encoding other than UTF-8, nothing changes.
CREATE FUNCTION separated(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(
    CASE WHEN octet_length(said) = length(said) THEN said ELSE regexp_replace(said, '['
      || '\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
      || '\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4'
      || '\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u0f0b-\u0f14\u1361-\u1368\u1680\u17d4-\u17d6\u17d8-\u17db'
      || '\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u2e7f'
      || '\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ufe10-\ufe19\ufe30-\ufe6b'
      || '\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufeff\U0001f000-\U0001faff'
      || ']', ' ', 'g') END,
    './\:@_+-<>&', '           ')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION unaccented(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(said) = length(said) THEN said ELSE
    normalize(regexp_replace(normalize(
      replace(replace(replace(replace(replace(replace(
        replace(replace(replace(replace(replace(replace(replace(said, 'ø', 'o'), 'Ø', 'O'), 'ł', 'l'), 'Ł', 'L'), 'đ', 'd'), 'Đ', 'D'), 'ı', 'i'), 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
      NFD), '[\u0300-\u036f]', '', 'g'), NFC)
  END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_of(title text, category text, description text, teacher text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('simple', said) || to_tsvector('english', said))
    FROM unaccented(separated(concat_ws(' ', title, category, teacher, description))) AS said
$$;--> statement-breakpoint
UPDATE class_words w SET words = words_of(c.title, c.category, c.description, u.name)
  FROM classes c JOIN users u ON u.id = c.teacher_id, concat_ws(' ', c.title, c.category, c.description, u.name) AS said
 WHERE c.id = w.class_id AND octet_length(said) <> length(said);
