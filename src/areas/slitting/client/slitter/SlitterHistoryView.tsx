import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '@/client/clock'
import { createUuid7 } from '@/contract/id'
import { isServerUnreachable } from '@/client/api/api-error'
import { useEndpoint, useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useHasPermission } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { DateInput } from '@/client/ui/DateInput'
import { slitterRuns, turnSlitter } from '@/areas/rolls/contract/machine-run'
import { cutting, slitSet } from '@/areas/slitting/contract/slitting'
import { cuttingTones } from '../shared/slit-display'
import { useSlitterCommand } from '../shared/use-slitter-command'
import type { SlitterLine } from '../shared/use-slitter'
import { SlitterFrameView, type SlitterFrame } from './SlitterFrameView'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'

/** Maximum number of displayed runs, with and without a chosen day. */
const MAX_RUNS_OF_DAY = 100
const MAX_LATEST_RUNS = 5
const toDateFilter = (day: string) => (day ? { businessDateFrom: day, businessDateTo: day } : {})

/** History of a slitter: its runs, cuttings and sets, newest first, of all days or of one. */
export default function SlitterHistoryView({ frame, slitter }: { frame: SlitterFrame; slitter: SlitterLine }) {
  const { t } = useTranslation('slitting')
  const [day, setDay] = useState('')
  return (
    <SlitterFrameView frame={frame}>
      <div className="ui-sheet-form stack gap-3">
        <label>
          {t('cutting.fields.businessDate')}
          <DateInput value={day} onChange={setDay} />
        </label>
      </div>
      <RunList slitter={slitter} day={day} />
      <CuttingList slitter={slitter} day={day} />
      <SetList slitter={slitter} day={day} />
    </SlitterFrameView>
  )
}
/** 上下机: runs of the slitter. */
function RunList({ slitter, day }: { slitter: SlitterLine; day: string }) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const zone = usePlantZone()
  const runs = useEndpoint(
    slitterRuns,
    { lineId: slitter.id, ...(day ? { businessDate: day } : {}) },
    {
      resources: ['machineRun'],
    },
  )
  const turn = useSlitterCommand(turnSlitter)
  const mayTurn = useHasPermission('divideInteractiveEdit')
  const currentRun = runs.data?.find((run) => run.offAt === null)
  const submit = (action: 'on' | 'off') =>
    turn.execute(
      { id: createUuid7(), lineId: slitter.id, action, occurredAt: getPlantMoment() },
      {
        changedResources: ['machineRun'],
      },
    )
  return (
    <section>
      <div className="row">
        <h2>{t('rolls:machineRun.name')}</h2>
        {mayTurn && (
          <Button className="big" disabled={turn.busy} onClick={() => void submit(currentRun ? 'off' : 'on')}>
            {t(`rolls:inputOptions.action.${currentRun ? 'off' : 'on'}`)}
          </Button>
        )}
      </div>
      <ul>
        {runs.data?.slice(0, day ? MAX_RUNS_OF_DAY : MAX_LATEST_RUNS).map((run) => (
          <li key={String(run.id)} className="ui-card">
            {formatMoment(String(run.onAt), zone)} –{' '}
            {run.offAt ? formatMoment(String(run.offAt), zone) : t('pages.divideInteractive.running')}
          </li>
        ))}
      </ul>
      {runs.error && !runs.data && (
        <p className="quiet">
          {isServerUnreachable(runs.error) ? t('pages.divideInteractive.runsOffline') : runs.error.message}
        </p>
      )}
      {runs.data?.length === 0 && <p className="quiet">{t('pages.divideInteractive.noRuns')}</p>}
    </section>
  )
}
function CuttingList({ slitter, day }: { slitter: SlitterLine; day: string }) {
  const { t } = useTranslation('slitting')
  const list = useList(cutting, { slitterId: slitter.id, ...toDateFilter(day), size: 20 })
  return (
    <QueryBoundary query={list} skeleton={<SkeletonList />}>
      {(rows) => (
        <section>
          <h2>{t('pages.divideInteractive.cuttings', { count: list.total })}</h2>
          <ul className="lane-rows">
            {rows.map((row) => (
              <li key={row.id} className="ui-card">
                <div className="row">
                  <b>{list.refs[row.jumboRollId] ?? '…'}</b>
                  <StateBadge tone={cuttingTones[row.state]}>{t(`cutting.options.state.${row.state}`)}</StateBadge>
                </div>
                <p className="quiet">
                  {row.slittingPattern} · {t('pages.divideInteractive.setsOf', { count: row.sets })}
                </p>
                <p>
                  <Quantity value={row.slitKg} unit="kg" decimals={1} />
                  {row.gapPercent !== null && (
                    <>
                      {' '}
                      · {t('cutting.fields.gapKg')} <Quantity value={row.gapKg} unit="kg" decimals={1} /> (
                      <Quantity value={row.gapPercent} unit="%" decimals={1} />)
                    </>
                  )}
                </p>
                {row.remnantM !== null && row.remnantM > 0 && (
                  <p className="quiet">
                    {t('cutting.fields.remnantM')}{' '}
                    <Quantity value={row.remnantM} unit="m" decimals={0} showsAllDigits />
                  </p>
                )}
                {row.gapReason && <p className="quiet">{row.gapReason}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </QueryBoundary>
  )
}
function SetList({ slitter, day }: { slitter: SlitterLine; day: string }) {
  const { t } = useTranslation('slitting')
  const formatTeam = useFormatTeam()
  const zone = usePlantZone()
  const { rows, refs, total, isLoading, error, hasMore, loadMore } = useList(slitSet, {
    slitterId: slitter.id,
    ...toDateFilter(day),
    size: 50,
  })
  if (isLoading) return <SkeletonList />
  if (error && rows.length === 0) return null // the cutting list above shows the error
  if (rows.length === 0)
    return (
      <EmptyState title={t('pages.divideInteractive.noHistory')} advice={t('pages.divideInteractive.noHistoryNext')} />
    )
  return (
    <section>
      <h2>{t('pages.divideInteractive.doffs', { count: total })}</h2>
      <ul className="lane-rows">
        {rows.map((row) => (
          <li key={row.id} className="ui-card">
            <div className="row">
              <b>
                {refs[row.jumboRollId] ?? '…'} · {t('pages.divideInteractive.setWord', { set: row.setNumber })}
              </b>
              {row.state === 'undone' && <StateBadge tone="idle">{t('slitSet.options.state.undone')}</StateBadge>}
            </div>
            <p>
              {formatMoment(row.doffedAt, zone)} · {formatTeam(row.team) ?? ''} ·{' '}
              {t('pages.divideInteractive.rollsOf', { count: row.rolls })} ·{' '}
              <Quantity value={row.kg} unit="kg" decimals={1} />
            </p>
            {row.reason && <p className="quiet">{row.reason}</p>}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button block onClick={loadMore}>
          {t('pages.divideInteractive.more')}
        </Button>
      )}
    </section>
  )
}
