import './sheet.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { usePageLink } from '@/client/shell/use-page-link'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { metrics } from '@/plant/rules/metrics'
import type { EndpointOutput } from '@/contract/endpoint'
import { assessmentFile, assessmentWeight, assessTeams, makeAssessment } from '../contract/assessment'
import { MonthChooser, useMonth } from './MonthChooser'

const RESOURCES = { resources: ['teamAssessment', 'assessmentWeight', 'shiftFigure'] }
type Sheet = EndpointOutput<typeof assessTeams>

/** 班组考核: points of the teams for a month, each with metric, reference and weight. */
export default function TeamAssessmentPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const month = useMonth()
  const [weights, setWeights] = useState(false)
  const found = useEndpoint(assessTeams, { month }, RESOURCES)
  const mayEdit = useCanCall(makeAssessment)
  const make = useInstantCommand(makeAssessment)
  if (weights)
    return (
      <>
        <Button onClick={() => setWeights(false)}>{t('pages.assessment.back')}</Button>
        <ResourcePage of={assessmentWeight} />
      </>
    )
  return (
    <PageFrame
      title={t('contract:menu.teamAssessment')}
      tools={
        <>
          {mayEdit && <Button onClick={() => setWeights(true)}>{t('assessmentWeight.name')}</Button>}
          <ExportButton of={assessmentFile} input={{ month }} />
        </>
      }
      primary={
        mayEdit &&
        found.data &&
        !found.data.closed && (
          <Button
            look="primary"
            disabled={make.busy}
            onClick={() => void make.run({ month }, { done: t('pages.assessment.made') })}
          >
            {t('actions.teamAssessment_make')}
          </Button>
        )
      }
    >
      <div className="sheets">
        <MonthChooser />
        {found.isPending && <SkeletonTable columns={4} />}
        {found.error && <NotLoadedView of={found} />}
        {found.data && !found.error && <Teams of={found.data} />}
      </div>
    </PageFrame>
  )
}
function Teams({ of }: { of: Sheet }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const zone = usePlantZone()
  if (of.teams.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <>
      <p className="sheets-note">
        {of.madeAt
          ? t('pages.assessment.kept', { by: of.madeBy ?? '', at: formatMoment(of.madeAt, zone) })
          : t('pages.assessment.live')}{' '}
        {t('pages.assessment.formula')}
      </p>
      {of.teams.map((team) => (
        <Team key={team.team} team={team} of={of} />
      ))}
      <Course of={of} />
    </>
  )
}
function Team({ team, of }: { team: Sheet['teams'][number]; of: Sheet }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const rows = usePageLink()
  const name = t(`contract:teams.${team.team}`, { defaultValue: team.team })
  // Makes the table reachable by keyboard, as it scrolls in languages with long words.
  const reached = { role: 'group', 'aria-label': name, tabIndex: 0 }
  const link = rows('anyDateSheet', {
    from: of.from,
    to: of.to,
    team: team.team,
    by: 'day,shift,line',
    columns: team.items.map(({ figure }) => figure).join(','),
  })
  return (
    <section className="ui-card" aria-label={name}>
      <h2>
        {team.rank}. {name} {team.team === of.mine && <strong>({t('pages.assessment.mine')})</strong>} ·{' '}
        <Quantity value={team.points} decimals={1} size="large" />
      </h2>
      <div className="sheets-scroll" {...reached}>
        <table>
          <thead>
            <tr>
              <th className="is-word">{t('answers.figure')}</th>
              <th>{t('answers.points')}</th>
              <th>{t('answers.value')}</th>
              <th>{t('answers.reference')}</th>
              <th>{t('answers.weight')}</th>
            </tr>
          </thead>
          <tbody>
            {team.items.map((item) => (
              <tr key={item.figure}>
                <td className="is-word" title={t(`plant:figures.${item.figure}.formula`)}>
                  {t(`plant:figures.${item.figure}.name`)}
                </td>
                <td>
                  <Quantity value={item.points} decimals={2} />
                </td>
                <td>
                  <Quantity value={item.value} unit={metrics[item.figure].unit} decimals={decimals(item.value)} />
                </td>
                <td>
                  <Quantity
                    value={item.reference}
                    unit={metrics[item.figure].unit}
                    decimals={decimals(item.reference)}
                  />
                  <small className="sheets-basis">{t(`teamAssessment.subOptions.items.basis.${item.basis}`)}</small>
                </td>
                <td>
                  <Quantity value={item.weight} decimals={1} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {link && <Link to={link}>{t('pages.assessment.rows')}</Link>}
    </section>
  )
}
const decimals = (value: number | null): number => (Math.abs(value ?? 0) >= 1000 ? 0 : 2)
function Course({ of }: { of: Sheet }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const months = [...new Set(of.course.map(({ month }) => month))]
  const teams = [...new Set(of.course.map(({ team }) => team))]
  if (months.length < 2) return null
  const pointsOf = (team: string, month: string) =>
    of.course.find((one) => one.team === team && one.month === month)?.points ?? null
  return (
    <LineChart
      question={t('pages.question.course')}
      unit=""
      period={`${months[0]} – ${months.at(-1)}`}
      xs={months}
      decimals={1}
      series={teams.map((team) => ({
        name: t(`contract:teams.${team}`, { defaultValue: team }),
        values: months.map((month) => pointsOf(team, month)),
      }))}
    />
  )
}
