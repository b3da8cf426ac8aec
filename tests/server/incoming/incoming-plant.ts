/** Materials with their standards, and lots that wait for quality: what the tests of incoming inspection begin with. */
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import type { material, materialLot } from '@/areas/feeding/contract/material'
import { recordInspection, startInspection } from '@/areas/incoming/contract/inspection-commands'
import type { materialInspection } from '@/areas/incoming/contract/material-inspection'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import type { Caller } from '../harness'
import { good } from '../people'
import { feedingPlant, newLot, newMaterial, type FeedingPlant } from '../feeding/feeding-plant'

export type Inspection = Row<typeof materialInspection>
export interface IncomingPlant extends FeedingPlant {
  inspector: Caller
  /** Decides. */
  qualityLead: Caller
}
export async function incomingPlant(): Promise<IncomingPlant> {
  const f = await feedingPlant()
  return { ...f, inspector: f.staff.quality, qualityLead: f.quality }
}
const mfr = { name: '熔体流动速率', nameEn: 'Melt flow rate', unit: 'g/10min', low: 33, target: 35, high: 37 }
const look = { name: '外观', nameEn: 'Appearance' }
export const resinItems = [mfr, look]
let serial = 0

/** A material standard as far as it has come: approved unless told. */
export async function newStandard(
  { qualityLead, staff }: IncomingPlant,
  materialId: string,
  more: { approved?: boolean; code?: string } & Record<string, unknown> = {},
): Promise<{ id: string; code: string }> {
  const { approved = true, code = `MS-${++serial}`, ...said } = more
  const [kind] = materialDocument.kinds
  const { steps } = materialDocument
  const draft = good(
    await qualityLead.call(kind.add, { code, materialId, sampling: 'gbt6678', items: resinItems, ...said } as never),
  )
  if (!approved) return { id: draft.id, code }
  const sent = good(
    await qualityLead.call(steps.submit, {
      id: draft.id,
      version: draft.version,
      approvers: [staff.manager.userId],
    } as never),
  )
  await approveAs(staff.manager, sent)
  return { id: draft.id, code }
}
const approveAs = async (by: Caller, { id, version }: { id: string; version: number }) =>
  good(await by.call(materialDocument.steps.ratify, { id, version, decision: 'approved' } as never))

/** A lot in quarantine of a material of its own, with an approved standard. */
export async function waitingLot(
  f: IncomingPlant,
  more: { standard?: Record<string, unknown>; material?: object; kind?: 'main' | 'pack'; kg?: number } = {},
): Promise<{ material: Row<typeof material>; lot: Row<typeof materialLot> }> {
  const of = await newMaterial(f, more.kind ?? 'main', { supplier: '东海石化', packageKg: 25, ...more.material })
  await newStandard(f, of.id, more.standard)
  return { material: of, lot: await newLot(f, of.id, { state: 'quarantine', ...(more.kg ? { kg: more.kg } : {}) }) }
}
export const begin = async (f: IncomingPlant, lotId: string, more: object = {}): Promise<Inspection> =>
  good(await f.inspector.call(startInspection, { id: createUuid7(), lotId, ...more } as never))
/** Sampled whole, with these readings of the melt flow rate; appearance is in order. */
export const measured = async (
  f: IncomingPlant,
  row: Inspection,
  values: number[],
  more: object = {},
): Promise<Inspection> =>
  good(
    await f.inspector.call(recordInspection, {
      id: row.id,
      version: row.version,
      examined: row.sampleSize,
      readings: [
        ...values.map((value, i) => ({ item: 0, sample: i + 1, value, ok: null })),
        { item: 1, sample: null, value: null, ok: true },
      ],
      ...more,
    } as never),
  )
