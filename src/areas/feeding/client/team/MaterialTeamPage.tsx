import '../feeding.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import type { EndpointOutput } from '@/contract/endpoint'
import { Picker } from '@/client/fields/picker'
import { usePageTitle } from '@/client/shell/use-menu'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { BarChart } from '@/client/ui/Charts'
import { PageFrame } from '@/client/ui/PageFrame'
import { ReportExportButton, ReportView } from '@/plant/client/report/ReportView'
import { materialTeamReport, teamOutputFields, type materialTeams } from '../../contract/feeding-endpoints'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { useBusinessDate } from '@/plant/client/use-today'
import { getMonthStart } from '@/plant/rules/month'
import { calculateTeamLosses, lossFields, rankTeamLosses, sumOutputOfTeams } from '../../rules/team-losses'

type TeamRow = EndpointOutput<typeof materialTeams>[number]
/** 投料班组: losses of each team on a common scale, and the mass it fed and made in a period of business dates. */
export default function MaterialTeamPage() {
  const { t } = useTranslation('feeding')
  const today = useBusinessDate()
  const [chosenDays, setChosenDays] = useState<DayRangeParams>({})
  const [lineId, setLineId] = useState<string | null>(null)
  const period = resolveDayRange(chosenDays, { from: getMonthStart(today), to: today })
  const input = { ...period, ...(lineId ? { lineId } : {}) }
  return (
    <PageFrame
      title={usePageTitle() ?? t('actions.feed_teams')}
      tools={<ReportExportButton report={materialTeamReport} input={input} />}
      subtitle={`${period.from} – ${period.to}`}
    >
      <div className="report-filters">
        <DayRangeFields days={period} onChange={(changedDays) => setChosenDays({ ...chosenDays, ...changedDays })} />
        <div>
          <span>{t('feed.fields.lineId')}</span>
          <Picker
            resource="line"
            id="team-line"
            label={t('feed.fields.lineId')}
            multiple={false}
            ids={lineId ? [lineId] : []}
            placeholder={t('pages.materialTeam.allLines')}
            onPick={([id]) => setLineId(id ?? null)}
          />
        </div>
      </div>
      <div className="ui-sections">
        <ReportView
          report={materialTeamReport}
          input={input}
          cells={{ team: (row) => (row['team'] === null ? t('pages.materialTeam.noTeam') : null) }}
          empty={{ title: t('pages.materialTeam.none'), advice: t('pages.materialTeam.noneNext') }}
          renderAbove={(rows) => rows.length > 0 && <TeamChart rows={rows} period={`${period.from} – ${period.to}`} />}
        />
      </div>
    </PageFrame>
  )
}

/** Height of the chart without its bars, and height of each bar. */
const CHART_BASE_HEIGHT_PX = 110
const CHART_BAR_HEIGHT_PX = 40
function TeamChart({ rows, period }: { rows: readonly TeamRow[]; period: string }) {
  const { t } = useTranslation('feeding')
  const formatTeam = useFormatTeam()
  const getTeamName = (team: string | null) => formatTeam(team) ?? t('pages.materialTeam.noTeam')
  const losses = rankTeamLosses(rows)
  const mean = calculateTeamLosses(sumOutputOfTeams(rows)).totalPercent
  const highestLoss = losses[0]
  const lowestLoss = losses.length > 1 ? losses.at(-1) : undefined
  const buildLossTile = (label: string, loss: (typeof losses)[number]) => ({
    label,
    value: loss.totalPercent,
    unit: '%',
    decimals: 1,
    note: getTeamName(loss.row.team),
  })
  return (
    <>
      {mean !== null && (
        <>
          <BarChart
            question={t('pages.materialTeam.lossQuestion')}
            unit="%"
            period={period}
            stacked
            horizontal
            decimals={1}
            height={CHART_BASE_HEIGHT_PX + losses.length * CHART_BAR_HEIGHT_PX}
            xs={losses.map(({ row }) => getTeamName(row.team))}
            series={lossFields.map((field) => ({
              name: t(`answers.${field}`),
              values: losses.map(({ percents }) => percents[field]),
            }))}
            marks={[{ label: t('pages.materialTeam.mean'), value: mean, tone: 'mean' }]}
          />
          <MetricTiles
            tiles={[
              { label: t('pages.materialTeam.meanLoss'), value: mean, unit: '%', decimals: 1 },
              ...(highestLoss ? [buildLossTile(t('pages.materialTeam.highestLoss'), highestLoss)] : []),
              ...(lowestLoss ? [buildLossTile(t('pages.materialTeam.lowestLoss'), lowestLoss)] : []),
            ]}
          />
        </>
      )}
      <BarChart
        question={t('pages.materialTeam.question')}
        unit="kg"
        period={period}
        stacked
        decimals={0}
        xs={rows.map((row) => getTeamName(row.team))}
        series={teamOutputFields
          .filter((field) => field !== 'woundCorrectedKg' || rows.some((row) => row[field] !== 0))
          .map((field) => ({ name: t(`answers.${field}`), values: rows.map((row) => row[field]) }))}
      />
      <p className="quiet">{t('pages.materialTeam.carried')}</p>
    </>
  )
}
