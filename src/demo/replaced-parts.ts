import { electricalPartsRecord, partsRecord } from '@/areas/equipment/contract/parts-records'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Machine } from './machines'
import { partName, type Store } from './parts'
import { rounded, type Dice } from './random'
import type { RepairRow } from './repairs'
import type { Era } from './era'
import { both } from './said'

const positions = [
  both('驱动端', 'Drive end'),
  both('操作侧', 'Operator side'),
  both('传动侧', 'Drive side'),
  both('出料口', 'Outlet'),
  both('柜内', 'Inside the cabinet'),
]
const set = (era: Era, amps: number): string => era.say(both(`整定 ${amps} A`, `Set to ${amps} A`))

/** Builds the records of parts replaced in finished repairs, mechanical and electrical parts separately. */
export function buildReplacedParts(
  dice: Dice,
  era: Era,
  store: Store,
  machines: readonly Machine[],
  repairs: readonly RepairRow[],
): Batch[] {
  const parts = new Map(store.parts.map((part) => [part.id, part]))
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const mechanical: Draft<typeof partsRecord>[] = []
  const electrical: Draft<typeof electricalPartsRecord>[] = []
  for (const row of repairs) {
    const [used] = row.parts ?? []
    const part = used && parts.get(used.partId)
    if (!used || !part || !row.repairEndAt || row.state === 'withdrawn') continue
    const at = Date.parse(row.repairEndAt)
    const by = row.finishedBy ?? null
    const common = {
      id: dice.id(at),
      equipmentId: row.equipmentId,
      occurredAt: row.repairEndAt,
      people: by ? [by] : [],
      repairId: row.id,
      position: era.say(dice.pick(positions)),
      cause: dice.weighted<'worn' | 'broken' | 'other'>([
        ['worn', 6],
        ['broken', 3],
        ['other', 1],
      ]),
      parts: [
        {
          partId: part.id,
          partName: era.say(partName(part)),
          quantity: used.quantity,
          unit: part.family.unit,
          oldPartHours: rounded(dice.weibull(5200, 1.6), 1),
        },
      ],
      hours: row.hours?.[0]?.hours ?? null,
      result: 'ok' as const,
      ...stamps(at, by),
    }
    if (part.family.kind === 'electrical')
      electrical.push({
        ...common,
        circuit: `${byId.get(row.equipmentId)?.code ?? ''}-Q${dice.int(1, 6)}`,
        settings: dice.chance(0.4) ? set(era, dice.int(6, 90)) : null,
      })
    else mechanical.push(common)
  }
  return [batch(partsRecord, mechanical), batch(electricalPartsRecord, electrical)]
}
