/** Incoming inspections of material lots: sampled, measured, and decided according to the lot's state. */
import type { Row } from '@/contract/resource'
import { withDerivedFields } from '@/contract/build-row'
import { materialInspection, incomingField } from '@/areas/incoming/contract/material-inspection'
import type { ItemReading } from '@/areas/incoming/rules/judge-inspection'
import type { InspectionState } from '@/areas/incoming/rules/material-inspection'
import { determineNextSeverity, type InspectedLot } from '@/areas/incoming/rules/switching'
import type { materialLot } from '@/areas/feeding/contract/material'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { isUsable } from '@/areas/standards/rules/approval'
import { testIndex } from '@/areas/standards/contract/test-index'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { toCompanyName, toSupplierFields } from '../company-names'
import { toBatch, completeRow, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { materialKeys, materialSpecs, type MaterialKey } from './catalogue'
import type { MasterData } from './master-data'

type InspectionDraft = Row<typeof materialInspection>
type LotRow = RowDraft<typeof materialLot>
type StandardRow = Row<typeof materialDocument.resource>
type InspectionItem = InspectionDraft['items'][number]
const inspectionStateByLotState: Record<NonNullable<LotRow['state']>, InspectionState> = {
  quarantine: 'inspecting',
  released: 'released',
  concession: 'concession',
  blocked: 'rejected',
}
interface IncomingContext {
  readonly dice: Dice
  readonly era: DemoEra
  readonly staff: Staff
  readonly masters: MasterData
  readonly codeSuffix: string
}
/** Approved standard of a material, with its items in the initial state of an inspection. */
interface MaterialStandard {
  readonly row: StandardRow
  readonly key: MaterialKey
  readonly items: readonly InspectionItem[]
}

/** Builds the inspections of a place, and the last serial of each day. */
export function buildIncomingInspections(
  context: IncomingContext,
  lots: readonly LotRow[],
): { batches: RowBatch[]; serials: Map<string, number> } {
  const standards = getMaterialStandards(context)
  const standardByMaterial = new Map(standards.map((standard) => [standard.row.materialId, standard]))
  const previousLotsByMaterial = new Map<MaterialKey, InspectedLot[]>()
  const serials = new Map<string, number>()
  const rows = lots
    .filter((lot) => standardByMaterial.has(lot.materialId ?? ''))
    .toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1))
    .flatMap((lot): InspectionDraft[] => {
      const standard = standardByMaterial.get(lot.materialId ?? '')!
      // Every second lot in quarantine is being inspected; the others still wait.
      if (lot.state === 'quarantine' && context.dice.chance(0.5)) return []
      const previousLots = previousLotsByMaterial.get(standard.key) ?? []
      const row = buildInspection(context, lot, standard, previousLots, serials)
      if (row.codeLetter && row.acceptNumber !== null && row.state !== 'inspecting')
        previousLotsByMaterial.set(standard.key, [
          ...previousLots,
          { ...row, aql: row.aql ?? 0, letter: row.codeLetter, accept: row.acceptNumber },
        ])
      return [row]
    })
  return {
    batches: [toBatch(incomingField, buildIncomingFields(context)), toBatch(materialInspection, rows)],
    serials,
  }
}

function getMaterialStandards({ masters }: IncomingContext): MaterialStandard[] {
  const getRows = (name: string) =>
    masters.batches.filter(({ resource }) => resource.name === name).flatMap(({ rows }) => rows)
  const indexById = new Map(getRows(testIndex.name).map((row) => [row['id'], completeRow(testIndex, row)]))
  const keyByMaterialId = new Map(materialKeys.map((key) => [masters.materialIds[key], key]))
  return getRows(materialDocument.resource.name)
    .map((row) => completeRow(materialDocument.resource, row))
    .filter(isUsable)
    .flatMap((row) => {
      const key = keyByMaterialId.get(row.materialId)
      const items = row.items.map((item): InspectionItem => {
        const index = item.indexId ? indexById.get(item.indexId) : undefined
        return {
          ...item,
          name: index?.name ?? item.name ?? '',
          nameEn: index?.nameEn ?? item.nameEn,
          unit: item.unit ?? index?.unit ?? null,
          method: item.method ?? index?.method ?? null,
          digits: index?.digits ?? null,
          n: 0,
          mean: null,
          min: null,
          max: null,
          outside: 0,
          judgement: 'open',
        }
      })
      return key ? [{ row, key, items }] : []
    })
}
/** Builds two custom fields for resin. */
function buildIncomingFields({
  dice,
  era,
  staff,
  masters: { materialIds },
}: IncomingContext): RowDraft<typeof incomingField>[] {
  const createdMs = era.from - 50 * DAY_MS
  const auditFields = buildAuditFields(createdMs, staff.getPersonOfTrade('qualityLead').id)
  return [
    {
      id: dice.id(createdMs),
      materialId: materialIds.resinSpun,
      key: 'truck',
      labelZh: '车牌号',
      labelEn: 'Truck',
      kind: 'text',
      maxLength: 20,
      sortOrder: 1,
      ...auditFields,
    },
    {
      id: dice.id(createdMs + MINUTE_MS),
      materialId: materialIds.resinSpun,
      key: 'temperature',
      labelZh: '到货料温',
      labelEn: 'Temperature on arrival',
      kind: 'number',
      unit: '°C',
      low: -20,
      high: 80,
      decimals: 1,
      sortOrder: 2,
      ...auditFields,
    },
  ]
}

function buildInspection(
  context: IncomingContext,
  lot: LotRow,
  { row: standard, key, items }: MaterialStandard,
  previousLots: readonly InspectedLot[],
  serials: Map<string, number>,
): InspectionDraft {
  const { dice, era, staff } = context
  const receivedMs = Date.parse(lot.createdAt ?? '')
  const [startedMs, decidedMs] = [receivedMs + dice.int(20, 90) * MINUTE_MS, receivedMs + 5 * HOUR_MS]
  const day = era.toDay(startedMs)
  const dayCode = day.replaceAll('-', '')
  serials.set(dayCode, (serials.get(dayCode) ?? 0) + 1)
  const state = inspectionStateByLotState[lot.state ?? 'released']
  const isFailing = state === 'concession' || state === 'rejected'
  // Deliveries of packing have been steady for years, a condition for switching the inspection severity.
  const isSteadySupply = standard.sampling === 'gbt2828'
  const { severity } = isSteadySupply ? determineNextSeverity(previousLots, true) : { severity: 'normal' as const }
  const inspectorId = dice.pick(staff.listOnShift('quality', startedMs)).id
  const isDecided = state !== 'inspecting'
  const row = {
    id: dice.id(startedMs),
    number: `IQC${dayCode}-${String(serials.get(dayCode)).padStart(3, '0')}${context.codeSuffix}`,
    state,
    lotId: lot.id,
    materialId: lot.materialId,
    lotSize: Math.ceil((lot.receivedKg ?? 0) / materialSpecs[key].pieceKg),
    steady: isSteadySupply,
    ...toSupplierFields(toCompanyName(materialSpecs[key].supplier)),
    standardId: standard.id,
    standardCode: standard.code,
    standardRevision: standard.revision,
    sampling: standard.sampling,
    level: standard.level,
    aql: standard.aql,
    severity,
    items: [...items],
    readings: items.flatMap((item, i) =>
      buildReadings(dice, item, i, isFailing && i === chooseFailingItemIndex(items), isDecided),
    ),
    inspectedOn: day,
    startedAt: toMoment(startedMs),
    inspectedBy: inspectorId,
    extra:
      key === 'resinSpun'
        ? { truck: `沪A${dice.int(10_000, 99_999)}`, temperature: roundDecimals(dice.between(8, 34), 1) }
        : {},
    ...(isDecided
      ? {
          decidedBy: lot.decidedBy ?? staff.getPersonOfTrade('qualityLead').id,
          decidedAt: toMoment(decidedMs),
          reason: lot.reason ?? null,
        }
      : {}),
    ...buildAuditFields(startedMs, inspectorId, isDecided ? decidedMs : startedMs + HOUR_MS),
  }
  const inspection = withDerivedFields(materialInspection, completeRow(materialInspection, row))
  // A decided inspection has examined the whole sample, an open inspection half of it. Under attribute sampling an
  // inspection fails by the number of defects.
  const examinedPieces = isDecided ? inspection.sampleSize : Math.floor((inspection.sampleSize ?? 0) / 2)
  let defectCount = 0
  if (isSteadySupply && isFailing) defectCount = inspection.rejectNumber ?? 1
  else if (isSteadySupply && dice.chance(0.2)) defectCount = 1
  return withDerivedFields(materialInspection, {
    ...inspection,
    examined: examinedPieces,
    defects: Math.min(defectCount, isFailing ? defectCount : (inspection.acceptNumber ?? 0)),
  })
}
/** Returns the index of the first item with an upper limit, else of the first required item. */
function chooseFailingItemIndex(items: readonly InspectionItem[]): number {
  const limitedIndex = items.findIndex(({ high }) => high !== null)
  return limitedIndex < 0 ? items.findIndex(({ required }) => required) : limitedIndex
}
/** Builds the readings of an item within its limits; the first reading of a failing item exceeds the upper limit. */
function buildReadings(
  dice: Dice,
  item: InspectionItem,
  itemIndex: number,
  isFailing: boolean,
  isDecided: boolean,
): ItemReading[] {
  if (!isDecided && itemIndex > 0) return []
  if (item.low === null && item.high === null)
    return item.required ? [{ item: itemIndex, sample: 1, value: null, ok: !isFailing }] : []
  const high = item.high ?? (item.low ?? 0) + 1
  const low = item.low ?? high * 0.2
  const digits = high < 1 ? 3 : high < 50 ? 2 : 1
  return [1, 2, 3].slice(0, dice.int(1, 3)).map((sample, i) => ({
    item: itemIndex,
    sample,
    value: roundDecimals(
      isFailing && i === 0
        ? high + (high - low) * dice.between(0.1, 0.4)
        : dice.between(low + (high - low) * 0.15, high - (high - low) * 0.15),
      digits,
    ),
    ok: null,
  }))
}
