import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import { formatDay } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { getSession } from '@/client/session/session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import { BarChart, ParetoChart } from '@/client/ui/Charts'
import { DataTable, type Column } from '@/client/ui/DataTable'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { Tabs } from '@/client/ui/Tabs'
import type { EndpointOutput } from '@/contract/endpoint'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { metrics } from '@/plant/rules/metrics'
import { addMonths } from '@/plant/rules/plant-time'
import { checkFigures, figureGroups } from '../../contract/check-calls'

type Group = (typeof figureGroups)[number]
type Defect = EndpointOutput<typeof checkFigures>['defects'][number]
/** Maximum number of bars that stay readable. */
const MOST = 12

/** Shows first-pass yield by line, team or product, and the Pareto of the defects found. */
export default function CheckFigures({ tabs }: { tabs: ReactNode }) {
  return (
    <PageFrame contentScrollsItself title={usePageTitle() ?? ''}>
      <div className="tabbed">
        {tabs}
        <Shown />
      </div>
    </PageFrame>
  )
}
function Shown() {
  const { t } = useTranslation(['quality', 'plant'])
  const zone = usePlantZone()
  const teamWord = useFormatTeam()
  const [by, setBy] = useState<Group>('line')
  const [usual] = useState(() => {
    const to = formatDay(getPlantNow(), zone)
    return { from: addMonths(to, -3, 1), to }
  })
  const [asked, setAsked] = useState<DayRangeParams>({})
  const period = resolveDayRange(asked, usual)
  const found = useEndpoint(checkFigures, { by, ...period }, { resources: ['qualityCheck'] })
  const span = `${period.from} – ${period.to}`
  const rows = found.data?.rows.slice(0, MOST) ?? []
  return (
    <div className="scroll check-figures">
      <Tabs
        label={t('inputs.by')}
        chosen={by}
        onChoose={setBy}
        tabs={figureGroups.map((key) => ({ key, word: t(`inputOptions.by.${key}`) }))}
      />
      <div className="period">
        <DayRangeFields days={period} onChange={(changed) => setAsked({ ...asked, ...changed })} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && !found.data && <NotLoadedView of={found} />}
      {found.data && found.data.rolls === 0 && (
        <EmptyState title={t('pages.sheet.noChecks')} next={t('pages.sheet.noChecksNext')} />
      )}
      {found.data && found.data.rolls > 0 && (
        <>
          <p className="check-sum">
            <b>
              {t('plant:figures.firstPassPercent.name')} {found.data.firstPassPercent ?? '–'}%
            </b>
            <span>{t('pages.sheet.rolls', { rolls: found.data.rolls, passed: found.data.passed })}</span>
          </p>
          <BarChart
            question={t(`pages.sheet.fpyQuestion.${by}`)}
            unit={metrics.firstPassPercent.unit}
            period={span}
            decimals={1}
            horizontal
            height={60 + 26 * rows.length}
            xs={rows.map(({ label }) => (by === 'team' ? (teamWord(label) ?? label) : label))}
            series={[
              {
                name: t('plant:figures.firstPassPercent.name'),
                values: rows.map(({ firstPassPercent }) => firstPassPercent),
              },
            ]}
          />
          {found.data.defects.length > 0 && <Defects rows={found.data.defects} period={span} />}
          <dl className="definitions">
            {(['firstPassPercent', 'defectShare'] as const).map((name) => (
              <div key={name}>
                <dt>
                  {t(`plant:figures.${name}.name`)} ({metrics[name].unit})
                </dt>
                <dd>{t(`plant:figures.${name}.formula`)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
function Defects({ rows, period }: { rows: readonly Defect[]; period: string }) {
  const { t } = useTranslation(['quality', 'plant'])
  const columns: Column<Defect>[] = [
    {
      id: 'label',
      header: t('qualityCheck.sub.defects.kind'),
      cell: ({ label }) => label,
      card: 'title',
      width: 14,
    },
    buildMetricColumn({ id: 'count', word: t('answers.found'), unit: '', value: ({ count }) => count }),
    buildMetricColumn({
      id: 'percent',
      word: t('plant:figures.defectShare.name'),
      unit: '%',
      decimals: 1,
      value: ({ percent }) => percent,
    }),
    buildMetricColumn({
      id: 'cumulative',
      word: t('answers.cumulative'),
      unit: '%',
      decimals: 1,
      value: ({ cumulative }) => cumulative,
    }),
  ]
  return (
    <>
      <ParetoChart
        question={t('pages.sheet.question')}
        unit={t('pages.sheet.times')}
        period={period}
        decimals={0}
        items={rows.map(({ label, count }) => ({ name: label, value: count }))}
      />
      <div className="figure-table">
        <DataTable
          label={t('pages.sheet.table')}
          columns={columns}
          choiceKey={`${getSession().userId}/checkDefects`}
          rows={rows}
          rowKey={({ kind }) => kind}
          total={rows.length}
        />
      </div>
    </>
  )
}
