import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { MetricTiles, type MetricTile } from '@/client/figures/MetricTiles'
import { useNames } from '@/client/fields/options'
import { useLabels } from '@/client/i18n/labels'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Resource } from '@/contract/resource'
import { materialLot } from '@/areas/feeding/contract/material'
import { lotTones } from '@/areas/feeding/client/shared/tones'
import { rollPackage } from '@/areas/packing/contract/package'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'
import { gradeTones } from '@/areas/rolls/client/shared/roll-display'
import { isHeld } from '@/areas/rolls/rules/hold'
import { getJumboKg, getSlitRollKg } from '@/areas/rolls/rules/roll-mass'
import { slitRoll } from '@/areas/slitting/contract/slitting'

/** Returns the number of a traced roll, package or lot; null if it is another item or not loaded. */
export function useTracedNumber(item: { kind: string; id: string } | null): string | null {
  const getId = (kind: string) => (item?.kind === kind ? item.id : null)
  const numbers = [
    useRow(slitRoll, getId('slitRoll')).row?.number,
    useRow(jumboRoll, getId('jumboRoll')).row?.number,
    useRow(rollPackage, getId('package')).row?.number,
    useRow(materialLot, getId('materialLot')).row?.number,
  ]
  return numbers.find(Boolean) ?? null
}

/** Header of a traced roll, package or lot, which shows its weight, grade or state, and holds without scrolling. */
export function TracedItemHeader({ kind, id }: { kind: string; id: string }) {
  if (kind === 'slitRoll') return <SlitRollHeader id={id} />
  if (kind === 'jumboRoll') return <JumboHeader id={id} />
  if (kind === 'package') return <PackageHeader id={id} />
  return kind === 'materialLot' ? <LotHeader id={id} /> : null
}

interface HeaderProps {
  /** Row whose name heads the item: its product, customer or material. */
  nameOf: { resource: string; id: string | null; refs: Readonly<Record<string, string>> } | null
  badges: ReactNode
  /** Active holds; undefined if the item itself has none. */
  holds?: readonly string[] | null
  tiles: readonly MetricTile[]
}
function HeaderView({ nameOf, badges, holds, tiles }: HeaderProps) {
  const { t } = useTranslation('tracing')
  const names = useNames(nameOf?.resource ?? '', nameOf?.id ? [nameOf.id] : [], nameOf?.refs ?? {})
  return (
    <section className="trace-head">
      <p className="chips">
        {nameOf?.id && <b>{names[nameOf.id]}</b>}
        {badges}
        {holds !== undefined && !isHeld(holds) && (
          <StateBadge tone="ok">{t('pages.qualityTracking.notOnHold')}</StateBadge>
        )}
      </p>
      {holds && <HoldNotice holds={[...holds]} />}
      <MetricTiles tiles={tiles} />
    </section>
  )
}
/** Returns a function that builds the tile of a weight. A note marks an expected weight. */
function useWeightTile() {
  const { t } = useTranslation('tracing')
  return (kg: number | null, isWeighed: boolean): MetricTile => ({
    label: t('pages.qualityTracking.weight'),
    value: kg,
    unit: 'kg',
    decimals: 1,
    note: isWeighed ? null : t('pages.qualityTracking.expectedWeight'),
  })
}
function useSizeTiles(resource: Resource) {
  const labels = useLabels(resource.area)
  return (widthMm: number | null, lengthM: number | null): MetricTile[] => [
    { label: labels.field(resource, 'widthMm'), value: widthMm, unit: 'mm' },
    { label: labels.field(resource, 'lengthM'), value: lengthM, unit: 'm' },
  ]
}
function SlitRollHeader({ id }: { id: string }) {
  const { row, refs } = useRow(slitRoll, id)
  const buildWeightTile = useWeightTile()
  const buildSizeTiles = useSizeTiles(slitRoll as Resource)
  if (!row) return null
  return (
    <HeaderView
      nameOf={{ resource: 'product', id: row.productId, refs }}
      badges={<ResourceStateBadge resource={slitRoll} field="grade" state={row.grade} tones={gradeTones} />}
      holds={row.holds ?? []}
      tiles={[buildWeightTile(getSlitRollKg(row), row.kg !== null), ...buildSizeTiles(row.widthMm, row.lengthM)]}
    />
  )
}
function JumboHeader({ id }: { id: string }) {
  const { row, refs } = useRow(jumboRoll, id)
  const buildWeightTile = useWeightTile()
  const buildSizeTiles = useSizeTiles(jumboRoll as Resource)
  if (!row) return null
  return (
    <HeaderView
      nameOf={{ resource: 'product', id: row.productId, refs }}
      badges={<ResourceStateBadge resource={jumboRoll} field="grade" state={row.grade} tones={gradeTones} />}
      holds={row.holds ?? []}
      tiles={[buildWeightTile(getJumboKg(row), row.netKg !== null), ...buildSizeTiles(row.widthMm, row.lengthM)]}
    />
  )
}
function PackageHeader({ id }: { id: string }) {
  const labels = useLabels(rollPackage.area)
  const { row, refs } = useRow(rollPackage, id)
  const buildWeightTile = useWeightTile()
  if (!row) return null
  return (
    <HeaderView
      nameOf={{ resource: 'customer', id: row.customerId, refs }}
      badges={<StateBadge tone="idle">{labels.option(rollPackage, 'state', row.state)}</StateBadge>}
      holds={row.holds ?? []}
      tiles={[
        buildWeightTile(row.netKg, true),
        { label: labels.field(rollPackage, 'rolls'), value: row.rolls, unit: '' },
      ]}
    />
  )
}
function LotHeader({ id }: { id: string }) {
  const labels = useLabels(materialLot.area)
  const { row, refs } = useRow(materialLot, id)
  if (!row) return null
  return (
    <HeaderView
      nameOf={{ resource: 'material', id: row.materialId, refs }}
      badges={<ResourceStateBadge resource={materialLot} state={row.state} tones={lotTones} />}
      tiles={(['leftKg', 'receivedKg'] as const).map((name) => ({
        label: labels.field(materialLot, name),
        value: row[name],
        unit: 'kg',
        decimals: 1,
      }))}
    />
  )
}
