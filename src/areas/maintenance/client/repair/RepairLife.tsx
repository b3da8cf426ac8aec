import { useTranslation } from 'react-i18next'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { joinWords } from '@/client/format/join-words'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import type { Row } from '@/contract/resource'
import { repairComment } from '@/areas/maintenance/contract/repair-comment'
import { toMillis } from '@/plant/rules/plant-time'
import { lifeOf, type LifeStep, type Repair } from './repair-time'

type Names = Readonly<Record<string, string>>
type Comment = Row<typeof repairComment>
const MOST = 200

/** Events and comments of a repair, oldest first. */
export function RepairLife({
  row,
  refs,
  onComment,
}: {
  row: Repair
  refs: Readonly<Record<string, string>>
  onComment: () => void
}) {
  const { t } = useTranslation('maintenance')
  const mayRead = useCanCall(repairComment.endpoints.list)
  const mayWrite = useHasPermission('repairAdd') && mayRead
  const comments = useList(repairComment, { repairId: row.id, size: MOST }, mayRead)
  const lines: { at: string; step?: LifeStep; comment?: Comment }[] = [
    ...lifeOf(row).map((step) => ({ at: step.at, step })),
    ...comments.rows.map((comment) => ({ at: comment.writtenAt ?? comment.createdAt, comment })),
  ].sort((a, b) => toMillis(a.at) - toMillis(b.at))
  const by = lines.flatMap(({ step, comment }) => [step?.by ?? comment?.writtenBy ?? [], step?.also ?? []].flat())
  const names = useNames('user', by, { ...refs, ...comments.refs })
  const parts = useNames(
    'sparePart',
    lines.flatMap(({ step }) => step?.wait?.partId ?? []),
    refs,
  )
  return (
    <section>
      <h2>{t('pages.repair.life')}</h2>
      <ol className="life">
        {lines.map(({ at, step, comment }) =>
          comment ? (
            <Said key={comment.id} comment={comment} at={at} by={names[comment.writtenBy ?? '']} />
          ) : (
            step && <Step key={`${step.name} ${at}`} step={step} names={names} parts={parts} />
          ),
        )}
      </ol>
      {row.rejections > 0 && <p className="quiet">{t('pages.repair.rejections', { count: row.rejections })}</p>}
      {mayWrite && <Button onClick={onComment}>{t('pages.repair.comment')}</Button>}
    </section>
  )
}

function Step({ step, names, parts }: { step: LifeStep; names: Names; parts: Names }) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const zone = usePlantZone()
  return (
    <li className={`is-${step.name}`}>
      <b>{t(`pages.repair.steps.${step.name}`)}</b>
      <span>
        {formatMoment(step.at, zone)}
        {step.by && ` · ${names[step.by] ?? '…'}`}
      </span>
      {step.also && step.also.length > 0 && (
        <span>
          {t('pages.repair.alsoTakenBy', {
            people: joinWords(
              step.also.map((id) => names[id] ?? '…'),
              language,
            ),
          })}
        </span>
      )}
      {step.wait?.partId && <span>{parts[step.wait.partId] ?? '…'}</span>}
      {step.reason && <span>{step.reason}</span>}
      {step.wait && <span>{t('pages.repair.awaitedOn', { day: step.wait.expectedOn })}</span>}
    </li>
  )
}

function Said({ comment, at, by }: { comment: Comment; at: string; by: string | undefined }) {
  const zone = usePlantZone()
  const photos = useDisplayPhotos(comment.images)
  return (
    <li className="is-comment">
      {comment.text && <p className="lines">{comment.text}</p>}
      {photos.length > 0 && <PhotoStrip photos={photos} />}
      <span>
        {formatMoment(at, zone)}
        {by && ` · ${by}`}
      </span>
      {'pending' in comment && <UnsentBadge of={comment.pending} />}
    </li>
  )
}
