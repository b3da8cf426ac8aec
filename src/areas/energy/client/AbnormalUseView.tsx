import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Row } from '@/contract/resource'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { useCommandSwipe } from '@/client/resource/use-command-swipe'
import { RecordPage } from '@/client/resource/RecordPage'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { useQueryParams } from '@/client/use-query-params'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { mediumUnits } from '../rules/meter-tree'
import { createClockFormatters } from './clock-formatters'
import { MISSING_TEXT } from '@/client/format/number'
import type { StateName, Tones } from '@/contract/state-machine'
import type { energyAbnormalLifecycle } from '../rules/abnormal-case'

const abnormalCaseTones: Tones<StateName<typeof energyAbnormalLifecycle>> = { open: 'warn', explained: 'ok' }

type AbnormalCase = Row<typeof energyAbnormal>
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
  <Quantity value={(row as AbnormalCase)[name]} unit={mediumUnits[(row as AbnormalCase).medium]} decimals={1} />
)
const listCells: Cells = {
  state: createStateCell(energyAbnormal, 'state', abnormalCaseTones),
  used: createMediumCell('used'),
  usual: createMediumCell('usual'),
  excess: createMediumCell('excess'),
  meters: (row, refs) => <CaseMeterList meters={(row as AbnormalCase).meters} refs={refs} />,
}
/** In the detail view each stop links to its record. */
const detailCells: Cells = {
  ...listCells,
  stopIds: (row, refs) => <CaseStopList abnormalCase={row as AbnormalCase} refs={refs} />,
}

/** 异常用能: the list of cases, the selected case with its explanation, and the form for cause and measure. */
export default function AbnormalUseView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const actor = useActor()
  const unsentCommand = useUnsentCommandToCorrect()
  const getCommandProps = (row: ListRow) => ({
    row,
    commands: getAllowedCommands([explainAbnormal], row, actor),
    onOpenForm: ({ action }: { action: string }) => changeParams({ id: row.id, act: action }),
  })
  const swipe = useCommandSwipe<typeof explainAbnormal>(energyAbnormal.area, getCommandProps)
  return (
    <RecordPage
      resource={energyAbnormal}
      title={title}
      views={[{ key: 'abnormal', label: t('energyAbnormal.name') }]}
      above={tabs}
      list={{ columns, cells: listCells, swipe }}
      form={({ row, refs }) => {
        if (unsentCommand)
          return (
            <RowCommandForm
              command={explainAbnormal}
              row={null}
              unsent={unsentCommand}
              onBack={() => changeParams({ unsent: null })}
            />
          )
        if (params.get('act') !== 'explain' || !row) return null
        return <ExplainForm row={row as AbnormalCase} refs={refs} onBack={() => changeParams({ act: null })} />
      }}
      panel={({ row, refs, onBack }) => {
        const commandProps = getCommandProps(row)
        return (
          <PageFrame
            title={refs[String(row['lineId'] ?? row['energyMeterId'])] ?? t('energyAbnormal.name')}
            subtitle={formatCaseSubtitle(
              row as AbnormalCase,
              refs,
              t(`energyAbnormal.options.direction.${String(row['direction'])}`),
            )}
            {...(onBack ? { onBack } : {})}
            primary={commandProps.commands.length > 0 && <CommandButtons {...commandProps} />}
          >
            <ResourceDetailView resource={energyAbnormal} row={row} refs={refs} cells={detailCells}>
              <CaseCurveLink abnormalCase={row as AbnormalCase} />
            </ResourceDetailView>
          </PageFrame>
        )
      }}
    />
  )
}
/** Formats the direction and, if the line was stopped, its longest stop. */
function formatCaseSubtitle(
  { stopIds: [stopId] }: AbnormalCase,
  refs: Readonly<Record<string, string>>,
  direction: string,
): string {
  return [direction, stopId && refs[stopId]].filter(Boolean).join(' · ')
}
/** Link to the curve with tariff bands on the day of the case, for its line or else for the plant. */
function CaseCurveLink({ abnormalCase }: { abnormalCase: AbnormalCase }) {
  const { t } = useTranslation('energy')
  const getPageLink = usePageLink()
  const { day, medium, lineId } = abnormalCase
  const to = getPageLink('electricityAnalysis', { day, medium, ...(lineId ? { line: lineId } : {}) })
  return to ? <Link to={to}>{t('pages.energy.curveOfDay')}</Link> : null
}
function ExplainForm({
  row,
  refs,
  onBack,
}: {
  row: AbnormalCase
  refs: Readonly<Record<string, string>>
  onBack: () => void
}) {
  const previousValues = Object.fromEntries(
    getFormInputs(explainAbnormal)
      .filter((name) => name in row)
      .map((name) => [name, row[name as keyof AbnormalCase]]),
  )
  return <RowCommandForm command={explainAbnormal} row={row} startValues={previousValues} refs={refs} onBack={onBack} />
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
  if (stopIds.length === 0) return MISSING_TEXT
  return (
    <ul className="energy-case">
      {stopIds.map((id) => {
        const to = getPageLink('shutdownAnalysis', { view: 'list', id })
        return <li key={id}>{to ? <Link to={to}>{refs[id] ?? '…'}</Link> : (refs[id] ?? '…')}</li>
      })}
    </ul>
  )
}
