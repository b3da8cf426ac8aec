import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { getPlantMoment } from '@/client/clock'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useDoer } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { useParams } from '@/client/use-params'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { mediumUnits } from '../rules/meter-tree'
import { abnormalTones } from './tones'
import { createClockFormatters } from './clock-formatters'
import { MISSING } from '@/client/format/number'

type Case = Row<typeof energyAbnormal>
const columns = [
  'energyMeterId',
  'state',
  'startsAt',
  'hours',
  'direction',
  'lineId',
  'stopIds',
  'used',
  'usual',
  'excess',
  'deviations',
  'causeKind',
  'cause',
  'explainedBy',
]
/** Creates a cell that shows an amount in the unit of the row's medium. */
const createMediumCell = (name: 'used' | 'usual' | 'excess') => (row: ListRow) => (
  <Quantity value={(row as Case)[name]} unit={mediumUnits[(row as Case).medium]} decimals={1} />
)
const cells: Cells = {
  state: createStateCell(energyAbnormal, 'state', abnormalTones),
  used: createMediumCell('used'),
  usual: createMediumCell('usual'),
  excess: createMediumCell('excess'),
  meters: (row, refs) => <CaseMeterList meters={(row as Case).meters} refs={refs} />,
}
/** In the detail view each stop links to its record. */
const detailCells: Cells = {
  ...cells,
  stopIds: (row, refs) => <CaseStopList abnormalCase={row as Case} refs={refs} />,
}
const explainEndpoint = explainAbnormal as Endpoint<FormValues, unknown>

/** 异常用能: the list of cases, the selected case with its explanation, and the form for cause and measure. */
export default function AbnormalView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useParams()
  const doer = useDoer()
  const unsentCommand = useCorrectedCommand()
  return (
    <RecordPage
      of={energyAbnormal}
      title={title}
      views={[{ key: 'abnormal', word: t('energyAbnormal.name') }]}
      above={tabs}
      list={{ columns, cells }}
      form={({ row, refs }) => {
        if (unsentCommand)
          return (
            <LazyCommandForm
              endpoint={explainEndpoint}
              title={t('actions.energyAbnormal_explain')}
              unsent={unsentCommand}
              only={getFormInputs(explainAbnormal)}
              onBack={() => changeParams({ unsent: null })}
              onDone={() => changeParams({ unsent: null })}
            />
          )
        if (params.get('act') !== 'explain' || !row) return null
        return <ExplainForm row={row as Case} refs={refs} onBack={() => changeParams({ act: null })} />
      }}
      panel={({ row, refs, onBack }) => {
        const allowedCommands = getAllowedCommands([explainAbnormal], row, doer)
        return (
          <PageFrame
            title={refs[String(row['lineId'] ?? row['energyMeterId'])] ?? t('energyAbnormal.name')}
            sub={formatCaseSubtitle(
              row as Case,
              refs,
              t(`energyAbnormal.options.direction.${String(row['direction'])}`),
            )}
            {...(onBack ? { onBack } : {})}
            primary={
              allowedCommands.length > 0 && (
                <CommandButtons
                  commands={allowedCommands}
                  row={row}
                  onAsk={({ action }) => changeParams({ act: action })}
                />
              )
            }
          >
            <ResourceDetailView of={energyAbnormal} row={row} refs={refs} cells={detailCells}>
              <CaseCurveLink abnormalCase={row as Case} />
            </ResourceDetailView>
          </PageFrame>
        )
      }}
    />
  )
}
/** Formats the direction and, if the line stood, its longest stop. */
function formatCaseSubtitle(
  { stopIds: [stopId] }: Case,
  refs: Readonly<Record<string, string>>,
  direction: string,
): string {
  return [direction, stopId && refs[stopId]].filter(Boolean).join(' · ')
}
/** Link to that day's curve with tariff bands, of the line or else of the plant. */
function CaseCurveLink({ abnormalCase }: { abnormalCase: Case }) {
  const { t } = useTranslation('energy')
  const link = usePageLink()
  const { day, medium, lineId } = abnormalCase
  const to = link('electricityAnalysis', { day, medium, ...(lineId ? { line: lineId } : {}) })
  return to ? <Link to={to}>{t('pages.energy.curveOfDay')}</Link> : null
}
function ExplainForm({ row, refs, onBack }: { row: Case; refs: Readonly<Record<string, string>>; onBack: () => void }) {
  const { t } = useTranslation('energy')
  const inputNames = getFormInputs(explainAbnormal)
  const [initialValues] = useState<FormValues>(() => ({
    id: row.id,
    version: row.version,
    occurredAt: getPlantMoment(),
    ...Object.fromEntries(inputNames.filter((name) => name in row).map((name) => [name, row[name as keyof Case]])),
  }))
  return (
    <LazyCommandForm
      endpoint={explainEndpoint}
      title={t('actions.energyAbnormal_explain')}
      draftOf={row.id}
      start={initialValues}
      only={inputNames}
      refs={refs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

type CaseMeterRows = Row<typeof energyAbnormal>['meters']
/** The meters of a case: period of abnormal use, actual and usual consumption in the unit of the medium. */
function CaseMeterList({ meters, refs }: { meters: CaseMeterRows; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('energy')
  const { formatClock, formatDayAndClock } = createClockFormatters()
  return (
    <ul className="energy-case">
      {meters.map(({ energyMeterId, medium, startsAt, endsAt, hours, used, usual, excess }) => (
        <li key={energyMeterId}>
          <strong>{refs[energyMeterId] ?? energyMeterId}</strong>
          <span className="quiet">
            {formatDayAndClock(startsAt)} – {formatClock(endsAt)} · <Quantity value={hours} unit="h" />
          </span>
          <span>
            {t('energyAbnormal.sub.meters.used')} <Quantity value={used} unit={mediumUnits[medium]} decimals={1} /> ·{' '}
            {t('energyAbnormal.sub.meters.usual')} <Quantity value={usual} unit={mediumUnits[medium]} decimals={1} /> ·{' '}
            {t('energyAbnormal.sub.meters.excess')} <Quantity value={excess} unit={mediumUnits[medium]} decimals={1} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The stops of a case by reason and time, each linked to its record for users who may read it. */
function CaseStopList({
  abnormalCase: { stopIds },
  refs,
}: {
  abnormalCase: Pick<Row<typeof energyAbnormal>, 'stopIds'>
  refs: Readonly<Record<string, string>>
}) {
  const getPageLink = usePageLink()
  if (stopIds.length === 0) return MISSING
  return (
    <ul className="energy-case">
      {stopIds.map((id) => {
        const to = getPageLink('shutdownAnalysis', { view: 'list', id })
        return <li key={id}>{to ? <Link to={to}>{refs[id] ?? '…'}</Link> : (refs[id] ?? '…')}</li>
      })}
    </ul>
  )
}
