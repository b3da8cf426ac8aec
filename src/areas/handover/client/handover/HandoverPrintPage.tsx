import './print.css'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { previewPost, previewSquadLeader } from '../../contract/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { ShiftSnapshotView } from './ShiftSnapshotView'
import type { HandoverRow } from './use-handover-commands'

type HandoverPreview = EndpointOutput<typeof previewSquadLeader>
const NOTE_FIELDS = ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'] as const

/** Print view of a handover: A4, in the reader's language. */
export function HandoverPrintPage({ row, onBack }: { row: HandoverRow; onBack: () => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const paper = useEndpoint(row.kind === 'squadLeader' ? previewSquadLeader : previewPost, { id: row.id })
  return (
    <PageFrame
      title={t('pages.handover.preview')}
      onBack={onBack}
      primary={
        paper.data && (
          <Button look="primary" icon={<PrintIcon size={20} />} onClick={() => print()}>
            {t('pages.handover.print')}
          </Button>
        )
      }
    >
      {paper.data ? (
        <>
          <div className="ho-desk">
            <PrintedHandoverView paper={paper.data} />
          </div>
          {createPortal(
            <div className="ho-paper">
              <PrintedHandoverView paper={paper.data} />
            </div>,
            document.body,
          )}
        </>
      ) : paper.error ? (
        <NotLoadedView of={paper} />
      ) : (
        <SkeletonDetail />
      )}
    </PageFrame>
  )
}

function PrintedHandoverView({ paper }: { paper: HandoverPreview }) {
  const { t } = useTranslation(['handover', 'plant'])
  const formatTeam = useFormatTeam()
  const formatShift = useFormatShift()
  const names = useMemo(() => Object.fromEntries(paper.names.map(({ id, label }) => [id, label])), [paper.names])
  const head = [
    ['lineId', paper.lineName],
    ['businessDate', paper.businessDate],
    ['shift', formatShift(paper.shift)],
    ['team', formatTeam(paper.team)],
    ['people', paper.peopleNames],
    ['absent', paper.absentNames],
  ] as const
  return (
    <article className="ho-sheet">
      <header>
        <h2>{t(`handover.options.kind.${paper.kind}`)}</h2>
        <p>{t(`handover.options.state.${paper.state}`)}</p>
      </header>
      <dl className="ho-head">
        {head
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`handover.fields.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {paper.facts[0] && <ShiftSnapshotView facts={paper.facts[0]} names={names} forPrint />}
      <dl className="ho-said">
        {NOTE_FIELDS.filter((name) => paper[name]).map((name) => (
          <div key={name}>
            <dt>{t(`handover.fields.${name}`)}</dt>
            <dd className="lines">{paper[name]}</dd>
          </div>
        ))}
      </dl>
      {paper.checks.length > 0 && (
        <table className="ho-checks">
          <caption>{t('handover.fields.checks')}</caption>
          <tbody>
            {paper.checks.map((check, index) => (
              <tr key={index}>
                <th scope="row">{check.item}</th>
                <td>{t(`handover.subOptions.checks.result.${check.result}`)}</td>
                <td>{check.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PrintedSignatureList paper={paper} />
    </article>
  )
}
/** Both signatures, with a blank line for a missing one. */
function PrintedSignatureList({ paper }: { paper: HandoverPreview }) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  const sides = [
    ['giverId', paper.giverName, paper.givenAt],
    ['takerId', paper.takerName, paper.takenAt],
  ] as const
  return (
    <dl className="ho-signed">
      {sides.map(([name, by, at]) => (
        <div key={name}>
          <dt>{t(`handover.fields.${name}`)}</dt>
          <dd>
            {by ?? ''}
            <small>{at ? formatMoment(at, zone) : ''}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
