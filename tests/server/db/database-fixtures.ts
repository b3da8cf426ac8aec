/** Shared by the database tests: folders, a log that stores its lines, and a few tables with unusual values. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import type { Database, DatabaseLog } from '@/server/db/connect'
import { toRunQuery, ensureMonthPartitions } from '@/server/db/partitions'

export function newFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'mes-db-'))
}

export function removeFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
}

export function quietLog(): DatabaseLog & { lines: string[] } {
  const lines: string[] = []
  const addLine = (first: object | string, message?: string): void =>
    void lines.push(typeof first === 'string' ? first : `${message ?? ''} ${JSON.stringify(first)}`)
  return { lines, info: addLine, warn: addLine, error: addLine }
}

const buildJournal = (entries: { tag: string; when: number }[]): string =>
  JSON.stringify({
    version: '7',
    dialect: 'postgresql',
    entries: entries.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true })),
  })

const firstMigration = `create table machine (id uuid primary key, parent_id uuid, name text not null, made timestamptz(3), born date, weight numeric(12,3), count bigint, details jsonb, tags text[], raw bytea);
--> statement-breakpoint
alter table machine add constraint machine_parent foreign key (parent_id) references machine (id);
--> statement-breakpoint
create table roll (number text primary key, machine_id uuid not null references machine (id), at timestamptz(3) not null default now());
--> statement-breakpoint
create table mark (place integer generated always as identity primary key, note text);
--> statement-breakpoint
create table loose (a integer, b text);
--> statement-breakpoint
create table reading (tag integer, at timestamptz(3), value double precision not null, constraint reading_pk primary key (tag, at)) partition by range (at);`
const secondMigration = `alter table roll add column gsm numeric;`

/** Writes the first migration or both into a folder. */
export function writeMigrations(folder: string, count: 1 | 2): string {
  fs.mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const entries = [
    { tag: '0000_first', when: 1000 },
    { tag: '0001_second', when: 2000 },
  ].slice(0, count)
  fs.writeFileSync(path.join(folder, '0000_first.sql'), firstMigration)
  if (count === 2) fs.writeFileSync(path.join(folder, '0001_second.sql'), secondMigration)
  fs.writeFileSync(path.join(folder, 'meta', '_journal.json'), buildJournal(entries))
  return folder
}

const buildUuid = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Months with readings of `fillTables`; February has none. */
export const readingMonths = ['2025-12', '2026-01', '2026-03']

/** Inserts rows with references in both directions, Chinese text, line separators, bytes, big numbers and nulls. */
export async function fillTables(db: Database, machines = 1200): Promise<void> {
  await db.transaction(async (client) => {
    await client.query(
      `insert into machine (id, parent_id, name, made, born, weight, count, details, tags, raw)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::date[], $6::numeric[], $7::bigint[], $8::jsonb[]) as r, lateral (select array['a', '纺粘', null], '\\x00ff10'::bytea) as s`,
      [
        // each parent follows its child, so a restore that inserts row by row in key order would fail
        Array.from({ length: machines }, (_, i) => buildUuid(i)),
        Array.from({ length: machines }, (_, i) => (i + 1 < machines ? buildUuid(i + 1) : null)),
        Array.from({ length: machines }, (_, i) => `机台 "${i}"\u2028\n\t\\`),
        Array.from({ length: machines }, (_, i) => new Date(1.7e12 + i).toISOString()),
        Array.from({ length: machines }, () => '2024-02-29'),
        Array.from({ length: machines }, (_, i) => `${i}.125`),
        Array.from({ length: machines }, () => '9007199254740991'),
        Array.from({ length: machines }, (_, i) => (i % 2 ? JSON.stringify({ i, 名: ['x', null] }) : null)),
      ],
    )
    await client.query(`insert into roll (number, machine_id) select 'R' || n, $1 from generate_series(1, 50) n`, [
      buildUuid(3),
    ])
    await client.query(`insert into mark (note) select 'note ' || n from generate_series(1, 20) n`)
    await ensureMonthPartitions(toRunQuery(client), 'reading', readingMonths)
    await client.query(
      // The last moment of a month and the first of the next are in two partitions.
      `insert into reading select n, at, n / 7.0 from generate_series(1, 40) n, unnest($1::timestamptz[]) at`,
      [['2025-12-15T12:00:00Z', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-03-31T18:00:00Z']],
    )
    await client.query(`insert into loose select n % 3, null from generate_series(1, 30) n`)
  })
}

/** The number of readings by partition name. */
export async function countReadingsByPartition(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<{ name: string; n: number }>(
    `select i.inhrelid::regclass::text as name, (select count(*)::int from reading r where r.tableoid = i.inhrelid) as n
     from pg_inherits i where i.inhparent = 'reading'::regclass`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** All rows of every table as JSON lines, for comparing two databases. */
export async function readTables(db: Database): Promise<Record<string, string[]>> {
  const linesByTable: Record<string, string[]> = {}
  for (const table of ['machine', 'roll', 'mark', 'loose', 'reading']) {
    const { rows } = await db.pool.query<{ line: string }>(`select row_to_json(t)::text as line from ${table} t`)
    linesByTable[table] = rows.map(({ line }) => line).sort()
  }
  return linesByTable
}

/** Stores an uploaded file under the hash of its content. */
export function storeFile(dataDir: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex')
  const folder = path.join(dataDir, 'files', hash.slice(0, 2))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, hash), content)
  return path.join('files', hash.slice(0, 2), hash)
}

/** SHA-256 of every file in the folder, by relative path. */
export function hashFiles(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(folder, file), createHash('sha256').update(fs.readFileSync(file)).digest('hex')]
      })
      .sort(),
  )
}
