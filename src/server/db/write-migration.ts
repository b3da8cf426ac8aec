import { readFileSync, writeFileSync, mkdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { schema } from './schema'

/**
 * Writes the SQL that takes the database from the last migration to today's resources: `npm run migrations -- <name>`.
 * The file is reviewed and committed. The format is drizzle's own (journal, snapshots), so its migrator applies it.
 */
const folder = join(import.meta.dirname, 'migrations')

interface Journal {
  version: string
  dialect: string
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

/** The statements still missing from the migrations; empty when they match the resources. */
export async function missingStatements(): Promise<{ statements: string[]; snapshot: unknown; journal: Journal }> {
  const journal = readJournal()
  const last = journal.entries.at(-1)
  const before = last
    ? JSON.parse(readFileSync(join(folder, 'meta', `${tagNumber(last.idx)}_snapshot.json`), 'utf8'))
    : generateDrizzleJson({})
  const after = generateDrizzleJson(schema(), before.id)
  return { statements: await generateMigration(before, after), snapshot: after, journal }
}
const tagNumber = (idx: number) => String(idx).padStart(4, '0')
const readJournal = (): Journal => {
  const path = join(folder, 'meta', '_journal.json')
  return existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { version: '7', dialect: 'postgresql', entries: [] }
}

async function main(name: string): Promise<void> {
  const { statements, snapshot, journal } = await missingStatements()
  if (statements.length === 0) return void process.stdout.write('nothing to migrate\n')
  const idx = journal.entries.length
  const tag = `${tagNumber(idx)}_${name}`
  mkdirSync(join(folder, 'meta'), { recursive: true })
  writeFileSync(join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'))
  writeFileSync(join(folder, 'meta', `${tagNumber(idx)}_snapshot.json`), `${JSON.stringify(snapshot, null, 1)}\n`)
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true })
  writeFileSync(join(folder, 'meta', '_journal.json'), `${JSON.stringify(journal, null, 1)}\n`)
  process.stdout.write(`${tag}.sql: ${statements.length} statements\n`)
}
if (process.argv[1]?.endsWith('write-migration.ts')) await main(process.argv[2] ?? 'change')
