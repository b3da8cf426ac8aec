import { ProgressMeter } from '@/client/ui/ProgressIndicator'
import './tools.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useEndpoint } from '@/client/api/use-list'
import type { PageViewProps } from '@/client/area'
import { formatDay, formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Row } from '@/contract/resource'
import { tool } from '../contract/tool'
import { mountTool } from '../contract/tool-commands'
import { toLifeLevel, getUsedLife } from '../rules/tool'
import { LifeLimitCell, UsedLifeQuantity } from './LifeBadge'
import { MountKnifeDialog } from './MountKnifeDialog'
import { lifeTones } from './tool-display'
import { slitterKnives } from '../contract/tool-use'

type Knife = Row<typeof tool>
type Side = NonNullable<Knife['side']>

/** Knives on the slitter, the most worn first, each with a button to change it. */
export default function KnivesView({ rowId: slitterId, frame }: PageViewProps) {
  const { t } = useTranslation(['tools', 'client'])
  const list = useList(tool, { lineId: slitterId, kind: 'knife', size: 500 })
  const [mountTarget, setMountTarget] = useState<{ place: number; side: Side } | null>(null)
  const canMount = useCanCall(mountTool)
  const mountedKnives = list.rows
    .filter((row) => row.state === 'mounted')
    .sort((a, b) => (b.lifePercent ?? 0) - (a.lifePercent ?? 0) || (a.place ?? 0) - (b.place ?? 0))
  const nextFreePlace = Math.max(0, ...mountedKnives.map((row) => row.place ?? 0)) + 1
  return frame(
    <QueryBoundary query={list} skeleton={<SkeletonList />}>
      {() => (
        <>
          {mountedKnives.length === 0 && (
            <EmptyState title={t('pages.knives.none')} advice={t('pages.knives.noneNext')} />
          )}
          <ul className="knives">
            {mountedKnives.map((row) => (
              <li key={row.id} className="ui-card">
                <KnifeCard
                  row={row}
                  {...(canMount
                    ? {
                        onReplace: () =>
                          setMountTarget({ place: row.place ?? nextFreePlace, side: row.side ?? 'upper' }),
                      }
                    : {})}
                />
              </li>
            ))}
          </ul>
          <KnifeChangeList slitterId={slitterId} />
          {mountTarget && (
            <MountKnifeDialog slitterId={slitterId} {...mountTarget} onClose={() => setMountTarget(null)} />
          )}
        </>
      )}
    </QueryBoundary>,
    canMount && list.fetchedAt > 0 && (
      <Button
        look="primary"
        icon={<PlusIcon size={20} />}
        onClick={() => setMountTarget({ place: nextFreePlace, side: 'upper' })}
      >
        {t('pages.knives.mount')}
      </Button>
    ),
  )
}
function KnifeCard({ row, onReplace }: { row: Knife; onReplace?: () => void }) {
  const { t } = useTranslation('tools')
  const zone = usePlantZone()
  const level = toLifeLevel(row.lifePercent)
  const usedLife = getUsedLife(row)
  return (
    <>
      <div className="row">
        <b>{t('pages.knives.at', { place: row.place ?? '–', side: t(`tool.options.side.${row.side ?? 'upper'}`) })}</b>
        <StateBadge tone={lifeTones[level]}>{t(`pages.life.${level}`)}</StateBadge>
      </div>
      {row.lifeLimit && (
        <ProgressMeter
          className={`life-bar is-${level}`}
          label={t('tool.fields.lifePercent')}
          value={usedLife}
          max={row.lifeLimit}
        />
      )}
      <div className="row">
        <span>
          <UsedLifeQuantity row={row} /> / <LifeLimitCell row={row} />
          <br />
          <span className="quiet">
            {[row.code, row.mountedAt && formatDay(row.mountedAt, zone)].filter(Boolean).join(' · ')}
          </span>
        </span>
        {onReplace && (
          <Button className="big" onClick={onReplace}>
            {t('pages.knives.change')}
          </Button>
        )}
      </div>
    </>
  )
}

const MAX_SHOWN = 12

/** Knives that came off this slitter, the latest first, with the metres each cut there. Empty without a network. */
function KnifeChangeList({ slitterId }: { slitterId: string }) {
  const { t } = useTranslation('tools')
  const zone = usePlantZone()
  const { data } = useEndpoint(slitterKnives, { slitterId }, { resources: ['toolUse', 'tool'] })
  const removedUses = (data?.list ?? [])
    .flatMap((use) => (use.removedAt ? [{ ...use, removedAt: use.removedAt }] : []))
    .sort((a, b) => b.removedAt.localeCompare(a.removedAt))
    .slice(0, MAX_SHOWN)
  if (!data || removedUses.length === 0) return null
  return (
    <section className="tool-records">
      <h2>{t('pages.knives.before')}</h2>
      <ul>
        {removedUses.map((use) => (
          <li key={use.id}>
            <span>
              {data.refs[use.toolId]} · {use.place}
              <small>{formatMoment(use.removedAt, zone)}</small>
            </span>
            <span>{use.reason && t(`toolUse.options.reason.${use.reason}`)}</span>
            <Quantity value={use.metres} unit="m" decimals={0} />
          </li>
        ))}
      </ul>
    </section>
  )
}
