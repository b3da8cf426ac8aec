import { electricalPartsRecord, partsRecord } from '@/areas/equipment/contract/parts-records'
import texts from './data/texts.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoMachine } from './machines'
import { buildPartName, type PartStore } from './parts'
import { roundDecimals, type Dice } from './random'
import type { DemoRepair } from './repairs'
import type { DemoEra } from './demo-era'
import { toBilingualText } from './bilingual-text'

const formatSetting = (era: DemoEra, amps: number): string =>
  era.localize(toBilingualText(`整定 ${amps} A`, `Set to ${amps} A`))

/** Builds the records of parts replaced in finished repairs, mechanical and electrical parts separately. */
export function buildReplacedParts(
  dice: Dice,
  era: DemoEra,
  partStore: PartStore,
  machines: readonly DemoMachine[],
  repairs: readonly DemoRepair[],
): RowBatch[] {
  const partById = new Map(partStore.parts.map((part) => [part.id, part]))
  const machineById = new Map(machines.map((machine) => [machine.id, machine]))
  const mechanicalRows: RowDraft<typeof partsRecord>[] = []
  const electricalRows: RowDraft<typeof electricalPartsRecord>[] = []
  for (const row of repairs) {
    const [usedPart] = row.parts ?? []
    const part = usedPart && partById.get(usedPart.partId)
    if (!usedPart || !part || !row.repairEndAt || row.state === 'withdrawn') continue
    const finishedMs = Date.parse(row.repairEndAt)
    const finisherId = row.finishedBy ?? null
    const commonFields = {
      id: dice.id(finishedMs),
      equipmentId: row.equipmentId,
      occurredAt: row.repairEndAt,
      people: finisherId ? [finisherId] : [],
      repairId: row.id,
      position: era.localize(dice.pick(texts.replacedPartPositions)),
      cause: dice.pickWeighted<'worn' | 'broken' | 'other'>([
        ['worn', 6],
        ['broken', 3],
        ['other', 1],
      ]),
      parts: [
        {
          partId: part.id,
          partName: era.localize(buildPartName(part)),
          quantity: usedPart.quantity,
          unit: part.family.unit,
          oldPartHours: roundDecimals(dice.weibull(5200, 1.6), 1),
        },
      ],
      hours: row.hours?.[0]?.hours ?? null,
      result: 'ok' as const,
      ...buildAuditFields(finishedMs, finisherId),
    }
    if (part.family.kind === 'electrical')
      electricalRows.push({
        ...commonFields,
        circuit: `${machineById.get(row.equipmentId)?.code ?? ''}-Q${dice.int(1, 6)}`,
        settings: dice.chance(0.4) ? formatSetting(era, dice.int(6, 90)) : null,
      })
    else mechanicalRows.push(commonFields)
  }
  return [toBatch(partsRecord, mechanicalRows), toBatch(electricalPartsRecord, electricalRows)]
}
