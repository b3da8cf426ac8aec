/** An import and a phone's queued commands without the rules of the product: plain inserts of the same rows. */
import { setTimeout as pause } from 'node:timers/promises'
import { createUuid7 } from '@/contract/id'
import { SYNC_BATCH_SIZE } from '@/contract/sync'
import { readSheet } from '@/server/excel/read-sheet'
import { machineId, openPlantDatabase } from './plant-rows'
import { prepareCopies } from './row-copies'
import type { ServerSettings } from './server-process'

const ROWS_PER_INSERT = 1_000

/** Reads a workbook of machines and writes its rows and their log entries in one transaction. @returns the duration, s */
export async function measureBareImport(settings: ServerSettings, workbook: Buffer, prefix: string): Promise<number> {
  const db = await openPlantDatabase(settings)
  try {
    const startTime = performance.now()
    const [, ...rows] = (await readSheet(workbook)).rows
    const machines = rows.map(([code, name, model, maker]) => ({
      id: createUuid7(Date.now()),
      logId: createUuid7(Date.now()),
      code: `${prefix}${String(code)}`,
      name,
      model,
      maker,
    }))
    await db.transaction(async (client) => {
      for (let from = 0; from < machines.length; from += ROWS_PER_INSERT) {
        const batch = JSON.stringify(machines.slice(from, from + ROWS_PER_INSERT))
        await Promise.all([
          client.query(
            `insert into equipment (site_id, id, code, name, model, maker)
             select 1, m.id, m.code, m.name, m.model, m.maker from jsonb_to_recordset($1::jsonb) as m(id uuid, code text, name text, model text, maker text)`,
            [batch],
          ),
          client.query(
            `insert into operation_log select (jsonb_populate_record(o, jsonb_build_object('id', m.value ->> 'logId', 'row_id', m.value ->> 'id', 'row_title', m.value ->> 'code', 'after', m.value))).*
             from jsonb_array_elements($1::jsonb) m, operation_log o where o.id = (select id from operation_log where resource = 'equipment' limit 1)`,
            [batch],
          ),
        ])
      }
    })
    return (performance.now() - startTime) / 1000
  } finally {
    await db.close()
  }
}

/** Writes checks with their log and ledger entries, a transaction for each batch that a phone sends. @returns the duration, s */
export async function measureBareCommands(
  settings: ServerSettings,
  commands: number,
  delayMs: number,
): Promise<number> {
  const db = await openPlantDatabase(settings)
  try {
    const [check, log, ledger] = await Promise.all([
      prepareCopies(db, 'first_level_check'),
      prepareCopies(db, 'operation_log', "resource = 'firstLevelCheck'"),
      prepareCopies(db, 'sync_op'),
    ])
    const startTime = performance.now()
    for (let from = 0; from < commands; from += SYNC_BATCH_SIZE) {
      await pause(delayMs)
      await db.transaction(async (client) => {
        for (let n = from; n < Math.min(from + SYNC_BATCH_SIZE, commands); n++)
          await Promise.all([
            check.insert(client, { equipment_id: machineId(n) }),
            log.insert(client),
            ledger.insert(client),
          ])
      })
    }
    return (performance.now() - startTime) / 1000
  } finally {
    await db.close()
  }
}
