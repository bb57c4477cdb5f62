import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/**
 * What a change of each column must announce, so that every server invalidates the responses that show it, and whether
 * it affects how the row is found. `row` stands for the topic of the class. A new column needs a line here.
 */
interface Column {
  /** Another valid value, in SQL. */
  to: string;
  topics: readonly string[];
  isSearched?: true;
}

/** A constraint allows all three or none. */
const TOGETHER = 'changes only with others, which a test of cached responses does';
const NOT_SHOWN = 'is in no cached response';
const COLUMNS: Record<string, Record<string, Column | string>> = {
  classes: {
    id: 'never changes',
    teacher_id: {
      to: "(select id from users where role = 'admin' limit 1)",
      topics: ['class row', 'classes'],
      isSearched: true,
    },
    image: { to: "'/pictures/account.svg'", topics: ['class row', 'classes'] },
    price: { to: 'price + 1', topics: ['class row', 'classes'], isSearched: true },
    title: { to: "'Zymurgy'", topics: ['class row', 'classes'], isSearched: true },
    experience: {
      to: "case experience when 'Junior' then 'Beginner' else 'Junior' end",
      topics: ['class row', 'classes'],
      isSearched: true,
    },
    category: {
      to: "case category when 'Digital Marketing' then 'Web Development' else 'Digital Marketing' end",
      topics: ['class row', 'classes'],
      isSearched: true,
    },
    description: { to: "'Zymurgy'", topics: ['class row', 'classes'], isSearched: true },
    revision: { to: 'revision + 1', topics: [] },
    status: { to: "'rejected'", topics: ['class row', 'classes', 'enrollments'], isSearched: true },
    reason: { to: "'Because'", topics: ['class row'] },
    decided_at: { to: "now() - interval '1 year'", topics: ['class row'] },
    decided_by: { to: 'null', topics: ['class row'] },
    enroll: { to: 'enroll + 1', topics: ['class row', 'enrollments'] },
    seats: { to: '1000', topics: ['class row', 'classes'] },
    vacated: { to: 'vacated + 1', topics: ['class row', 'classes'] },
    waiting: { to: 'waiting + 1', topics: ['class row', 'seats'] },
    paused_at: { to: 'now()', topics: ['class row', 'classes'] },
    starts_on: { to: "'2030-01-31'", topics: ['class row', 'classes'] },
    created_at: { to: "now() - interval '1 year'", topics: ['class row', 'classes'], isSearched: true },
    hidden_at: { to: 'now()', topics: ['class row', 'classes', 'enrollments'], isSearched: true },
    withdrawn_at: { to: 'now()', topics: ['class row'] },
    ratings: { to: "'{1,1,1,1,1}'", topics: ['class row'] },
  },
  feedback: {
    id: 'never changes',
    user_id: 'never changes',
    class_id: 'never changes',
    feedback: { to: "'Zymurgy'", topics: ['class row', 'feedback'] },
    rating: { to: 'case rating when 1 then 2 else 1 end', topics: ['class row', 'feedback'] },
    created_at: { to: "now() - interval '1 year'", topics: ['class row', 'feedback'] },
    updated_at: { to: "now() - interval '1 year'", topics: ['class row', 'feedback'] },
    hidden_at: TOGETHER,
    hidden_by: TOGETHER,
    hidden_reason: TOGETHER,
  },
  feedback_replies: {
    id: 'never changes',
    feedback_id: 'never changes',
    user_id: 'never changes',
    text: { to: "'Zymurgy'", topics: ['class row', 'feedback'] },
    created_at: { to: "now() - interval '1 year'", topics: ['class row', 'feedback'] },
    updated_at: { to: "now() - interval '1 year'", topics: ['class row', 'feedback'] },
  },
  curricula: {
    class_id: 'never changes',
    outcomes: { to: "'{Zymurgy}'", topics: ['class row', 'taught'], isSearched: true },
    version: NOT_SHOWN,
  },
  sections: {
    id: 'never changes',
    class_id: 'never changes',
    title: { to: "'Zymurgy'", topics: ['class row', 'taught'], isSearched: true },
    position: { to: 'position + 1', topics: ['class row'] },
    version: NOT_SHOWN,
    created_at: NOT_SHOWN,
  },
  lessons: {
    id: 'never changes',
    section_id: 'changes with the position',
    kind: { to: "case kind when 'video' then 'article' else 'video' end", topics: ['class row'] },
    status: { to: "'draft'", topics: ['class row', 'taught'], isSearched: true },
    title: { to: "'Zymurgy'", topics: ['class row', 'taught'], isSearched: true },
    minutes: { to: '599', topics: ['class row'] },
    is_preview: { to: 'not is_preview', topics: ['class row'] },
    position: { to: 'position + 1', topics: ['class row'] },
    text: { to: "'Zymurgy'", topics: ['class row'] },
    pictures: { to: "'{/images/a.webp}'", topics: ['class row'] },
    video_provider: TOGETHER,
    video_id: { to: "'zymurgy'", topics: ['class row'] },
    file_id: TOGETHER,
    poster: { to: "'/images/a.webp'", topics: ['class row'] },
    version: { to: 'version + 1', topics: ['class row'] },
    created_at: { to: "now() - interval '1 year'", topics: ['class row'] },
    updated_at: { to: "now() - interval '1 year'", topics: ['class row'] },
  },
  teacher_bios: {
    user_id: 'never changes',
    text: { to: "'Zymurgist'", topics: ['bio teacher'] },
    version: { to: 'version + 1', topics: ['bio teacher'] },
    updated_at: { to: "now() - interval '1 year'", topics: ['bio teacher'] },
    hidden_at: TOGETHER,
    hidden_by: TOGETHER,
    hidden_reason: TOGETHER,
  },
  users: {
    id: 'never changes',
    identity_id: NOT_SHOWN,
    name: { to: "'Zymurgist'", topics: ['people'], isSearched: true },
    email: NOT_SHOWN,
    photo: { to: "'/pictures/account.svg'", topics: ['people'] },
    role: NOT_SHOWN,
    created_at: NOT_SHOWN,
    deleted_at: 'announces the number of users where the site shows it, which a test of the home page does',
  },
};

const CASES = Object.entries(COLUMNS).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, expected]) =>
    typeof expected === 'string' ? [] : [{ table, column, ...expected }],
  ),
);
/** The primary keys that have another name than `id`. */
const KEYS: Record<string, string> = { curricula: 'class_id', teacher_bios: 'user_id' };
/** Keys of the row that each table's test changes: all belong to one published class. */
const ROWS: Record<string, string> = {
  classes: '$1',
  teacher_bios: '(select teacher_id from classes where id = $1)',
  curricula: '$1',
  feedback: '(select id from feedback where class_id = $1 limit 1)',
  feedback_replies:
    '(select r.id from feedback_replies r join feedback f on f.id = feedback_id where class_id = $1)',
  sections:
    '(select s.id from sections s join lessons on section_id = s.id where class_id = $1 order by s.id limit 1)',
  lessons:
    '(select l.id from sections s join lessons l on section_id = s.id where class_id = $1 and video_provider is not null)',
  users: '(select teacher_id from classes where id = $1)',
};

let app: TestApp;
let client: Client;
let classId: string;
let heard: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  client.on('notification', ({ payload = '' }) =>
    heard.push(payload.replace(classId, 'row').replace(/^bio .*/, 'bio teacher')),
  );
  await client.query('listen catalogue');
  const { rows } = await client.query<{ class_id: string }>(
    `select class_id from feedback join classes on classes.id = class_id
      where status = 'approve' limit 1`,
  );
  classId = rows[0]!.class_id;
  await client.query(
    `insert into feedback_replies (feedback_id, user_id, text)
       select f.id, c.teacher_id, 'Thank you' from feedback f join classes c on c.id = f.class_id
        where c.id = $1 limit 1 on conflict do nothing`,
    [classId],
  );
  await client.query(
    `insert into teacher_bios (user_id, text) select teacher_id, 'I teach' from classes where id = $1
       on conflict do nothing`,
    [classId],
  );
  await client.query(
    `with curriculum as (insert into curricula (class_id) values ($1) on conflict do nothing),
          section as (insert into sections (class_id, title, position) values ($1, 'Section', 1) returning id)
     insert into lessons (section_id, kind, status, title, position, video_provider, video_id)
       select id, 'video', 'published', 'Lesson', 1, 'vimeo', '76979871' from section`,
    [classId],
  );
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const readWords = async (): Promise<unknown> =>
  (await client.query('select * from class_words where class_id = $1', [classId])).rows[0];

/** Changes a value and restores it. */
const change = async (table: string, column: string, to: string) => {
  const key = `where ${KEYS[table] ?? 'id'} = ${ROWS[table]}`;
  const value = `(select ${column} from ${table} ${key})`;
  const { rows } = await client.query<{ before: unknown }>(`select ${value} as before`, [classId]);
  heard = [];
  const words = await readWords();
  await client.query(`update ${table} set ${column} = ${to} ${key}`, [classId]);
  await client.query('select 1');
  const changed = { topics: [...new Set(heard)].sort(), words: await readWords() };
  await client.query(`update ${table} set ${column} = $2 ${key}`, [classId, rows[0]!.before]);
  return { topics: changed.topics, isSearched: JSON.stringify(changed.words) !== JSON.stringify(words) };
};

describe('the columns that cached responses show', () => {
  it.each(Object.keys(COLUMNS))('%s: each column declares what its change announces', async (table) => {
    const { rows } = await client.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
      [table],
    );
    expect(Object.keys(COLUMNS[table]!).sort()).toEqual(rows.map((row) => row.column_name).sort());
  });

  it.each(CASES)(
    '$table: a change of $column is announced',
    async ({ table, column, to, topics, isSearched }) => {
      const found = await change(table, column, to);
      expect(found.topics).toEqual([...topics].sort());
      expect(found.isSearched).toBe(isSearched ?? false);
    },
  );
});
