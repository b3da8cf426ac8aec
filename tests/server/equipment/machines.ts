/** Shared by the tests of the equipment ledger: lines with machines, workbooks and sync commands. */
import { buffer } from 'node:stream/consumers'
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import type { Caller, TestPlant } from '../harness'

export const NOW = '2026-11-20T02:00:00.000Z' // 10:00 in Shanghai
/** Rows of a list field with some of its fields; the API accepts rows without the others. */
export const toListRows = (...items: object[]): never => items as never

let serial = 0
/** Creates a machine on a new line. */
export async function createMachine(lead: Caller, overrides: Record<string, unknown> = {}) {
  serial += 1
  const lineAnswer = await lead.call(line.endpoints.create, {
    code: `L-${serial}`,
    name: `纺粘${serial}号线`,
    kind: 'spunbond',
    inUseFrom: '2026-01-01',
  })
  if (lineAnswer.errno !== '200') throw new Error(`no line: ${lineAnswer.errno} ${lineAnswer.errmsg}`)
  const machineAnswer = await lead.call(equipment.endpoints.create, {
    code: `M-${serial}`,
    name: `计量泵${serial}`,
    lineId: lineAnswer.data.id,
    ...overrides,
  })
  if (machineAnswer.errno !== '200') throw new Error(`no machine: ${machineAnswer.errno} ${machineAnswer.errmsg}`)
  return machineAnswer.data
}

/** An .xlsx file with the given headings and rows, all as text. */
export const buildWorkbook = (headers: string[], ...cells: unknown[][]): Promise<Buffer> =>
  buffer(
    writeWorksheet({
      columns: headers.map((header) => ({ header, kind: 'text' as const })),
      rows: cells,
      sheetName: 'x',
      timeZone: 'Asia/Shanghai',
    }),
  )

/** Sends commands as a phone does. @returns the sent commands and their answers */
export async function sync(caller: Caller, ops: { op: string; body: object; occurredAt?: string; id?: string }[]) {
  const sentOps = ops.map((op, seq) => ({
    id: createUuid7(Date.now()),
    userId: caller.userId,
    clientId: 'phone',
    seq,
    schemaVersion: 1,
    occurredAt: NOW,
    ...op,
  }))
  const answer = await caller.raw('POST', '/sync', { sentAt: NOW, ops: sentOps })
  return {
    sent: sentOps,
    answers: (
      answer.data as unknown as {
        answers: { status: string; errno: string; errmsg: string; data: { id: string } | null }[]
      }
    ).answers,
  }
}

export const countRows = async (plant: TestPlant, table: string, where = 'true'): Promise<number> =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n ?? 0
