import './print.css'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { previewPost, previewSquadLeader } from '../../contract/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { ShiftSnapshotView } from './ShiftSnapshotView'
import type { HandoverRow } from './use-handover-commands'

type HandoverPreview = EndpointOutput<typeof previewSquadLeader>
const NOTE_FIELDS = ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'] as const

/** Print view of a handover: A4, in the reader's language. */
export function HandoverPrintPage({ row, onBack }: { row: HandoverRow; onBack: () => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const previewQuery = useEndpoint(row.kind === 'squadLeader' ? previewSquadLeader : previewPost, { id: row.id })
  return (
    <PageFrame
      title={t('pages.handover.preview')}
      onBack={onBack}
      primary={
        previewQuery.data && (
          <Button look="primary" icon={<PrintIcon size={20} />} onClick={() => print()}>
            {t('pages.handover.print')}
          </Button>
        )
      }
    >
      <QueryBoundary query={previewQuery} skeleton={<SkeletonDetail />}>
        {(preview) => (
          <>
            <div className="ho-desk">
              <PrintedHandoverView preview={preview} />
            </div>
            {/* The printed copy is a child of `body`, so that print styles can hide everything else. */}
            {createPortal(
              <div className="ho-paper">
                <PrintedHandoverView preview={preview} />
              </div>,
              document.body,
            )}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}

function PrintedHandoverView({ preview }: { preview: HandoverPreview }) {
  const { t } = useTranslation(['handover', 'plant'])
  const formatTeam = useFormatTeam()
  const formatShift = useFormatShift()
  const namesById = useMemo(
    () => Object.fromEntries(preview.names.map(({ id, label }) => [id, label])),
    [preview.names],
  )
  const headEntries = [
    ['lineId', preview.lineName],
    ['businessDate', preview.businessDate],
    ['shift', formatShift(preview.shift)],
    ['team', formatTeam(preview.team)],
    ['people', preview.peopleNames],
    ['absent', preview.absentNames],
  ] as const
  return (
    <article className="ho-sheet">
      <header>
        <h2>{t(`handover.options.kind.${preview.kind}`)}</h2>
        <p>{t(`handover.options.state.${preview.state}`)}</p>
      </header>
      <dl className="ho-head">
        {headEntries
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`handover.fields.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {preview.facts[0] && <ShiftSnapshotView snapshot={preview.facts[0]} names={namesById} forPrint />}
      <dl className="ho-said">
        {NOTE_FIELDS.filter((name) => preview[name]).map((name) => (
          <div key={name}>
            <dt>{t(`handover.fields.${name}`)}</dt>
            <dd className="lines">{preview[name]}</dd>
          </div>
        ))}
      </dl>
      {preview.checks.length > 0 && (
        <table className="ho-checks">
          <caption>{t('handover.fields.checks')}</caption>
          <tbody>
            {preview.checks.map((check, index) => (
              <tr key={index}>
                <th scope="row">{check.item}</th>
                <td>{t(`handover.subOptions.checks.result.${check.result}`)}</td>
                <td>{check.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PrintedSignatureList preview={preview} />
    </article>
  )
}
/** Both signatures, with a blank line for a missing one. */
function PrintedSignatureList({ preview }: { preview: HandoverPreview }) {
  const { t } = useTranslation('handover')
  const zone = usePlantZone()
  const sides = [
    ['giverId', preview.giverName, preview.givenAt],
    ['takerId', preview.takerName, preview.takenAt],
  ] as const
  return (
    <dl className="ho-signed">
      {sides.map(([name, personName, signedAt]) => (
        <div key={name}>
          <dt>{t(`handover.fields.${name}`)}</dt>
          <dd>
            {personName ?? ''}
            <small>{signedAt ? formatMoment(signedAt, zone) : ''}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
