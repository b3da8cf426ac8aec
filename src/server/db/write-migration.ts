import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import type { AreaContract } from '@/contract/area'
import { migrationsFolder } from '../program-files'
import { toPartitionedStatement } from './partitions'
import type { Resource } from '@/contract/resource'
import { systemTables } from './system'
import { setResourceResolver, getResourceTable } from './tables'

/**
 * Writes the SQL that migrates the database from the last migration to the current resources: `npm run migrations --
 * <name>`.
 * The file is reviewed and committed. The format is Drizzle's own, so that its tools can read the file. Only the last snapshot
 * is stored, since nothing reads older snapshots. A committed migration never changes: plants have already applied it.
 */
const snapshotFile = join(migrationsFolder, 'meta', 'snapshot.json')
const journalFile = join(migrationsFolder, 'meta', '_journal.json')

interface Journal {
  version: string
  dialect: string
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

/** Returns the statements that the migrations lack; empty if they match the resources. */
export async function listMissingStatements(
  contracts: readonly AreaContract[],
): Promise<{ statements: string[]; snapshot: unknown }> {
  const previousSnapshot = existsSync(snapshotFile)
    ? JSON.parse(readFileSync(snapshotFile, 'utf8'))
    : generateDrizzleJson({})
  const currentSnapshot = generateDrizzleJson(buildSchema(contracts), previousSnapshot.id)
  return {
    statements: (await generateMigration(previousSnapshot, currentSnapshot)).map(toPartitionedStatement),
    snapshot: currentSnapshot,
  }
}
const readJournal = (): Journal =>
  existsSync(journalFile)
    ? JSON.parse(readFileSync(journalFile, 'utf8'))
    : { version: '7', dialect: 'postgresql', entries: [] }

/** Writes the missing statements as a migration called `name`. */
export async function writeMigration(contracts: readonly AreaContract[], name: string): Promise<void> {
  const { statements, snapshot } = await listMissingStatements(contracts)
  if (statements.length === 0) return void process.stdout.write('nothing to migrate\n')
  const journal = readJournal()
  const idx = journal.entries.length
  const tag = `${String(idx).padStart(4, '0')}_${name}`
  mkdirSync(join(migrationsFolder, 'meta'), { recursive: true })
  writeFileSync(join(migrationsFolder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'))
  writeFileSync(snapshotFile, `${JSON.stringify(snapshot)}\n`)
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true })
  writeFileSync(journalFile, `${JSON.stringify(journal, null, 1)}\n`)
  process.stdout.write(`${tag}.sql: ${statements.length} statements\n`)
}

/** Builds every table of the database, by name; migrations are derived from it. */
function buildSchema(contracts: readonly AreaContract[]): Record<string, unknown> {
  const resources = contracts.flatMap((a) => a.resources) as Resource[]
  const resourcesByName = new Map(resources.map((r) => [r.name, r]))
  if (resourcesByName.size !== resources.length) throw new Error('two resources share a name')
  setResourceResolver((name) => (name === 'user' ? undefined : resourcesByName.get(name)))
  const resourceTables = Object.fromEntries(resources.map((r) => [r.name, getResourceTable(r)]))
  return { ...systemTables, ...resourceTables }
}
