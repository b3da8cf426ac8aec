import { useTranslation } from 'react-i18next'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { formatMoment } from '@/client/format/time'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import type { Row } from '@/contract/resource'
import { repairComment } from '@/areas/maintenance/contract/repair'
import { toMillis } from '@/plant/rules/plant-time'
import { buildRepairEvents, type RepairEvent, type Repair } from './repair-time'

type Names = Readonly<Record<string, string>>
type Comment = Row<typeof repairComment>
const MAX_COMMENTS = 200

/** Events and comments of a repair, oldest first. */
export function RepairTimelineSection({
  repair,
  refs,
  onComment,
}: {
  repair: Repair
  refs: Readonly<Record<string, string>>
  onComment: () => void
}) {
  const { t } = useTranslation('maintenance')
  const canReadComments = useCanCall(repairComment.endpoints.list)
  const canComment = useHasPermission('repairAdd') && canReadComments
  const comments = useList(repairComment, { repairId: repair.id, size: MAX_COMMENTS }, { enabled: canReadComments })
  const entries: { at: string; event?: RepairEvent; comment?: Comment }[] = [
    ...buildRepairEvents(repair).map((event) => ({ at: event.at, event })),
    ...comments.rows.map((comment) => ({ at: comment.writtenAt ?? comment.createdAt, comment })),
  ].sort((a, b) => toMillis(a.at) - toMillis(b.at))
  const userIds = entries.flatMap(({ event, comment }) =>
    [event?.personId ?? comment?.writtenBy ?? [], event?.alsoAcceptedBy ?? []].flat(),
  )
  const personNames = useNames('user', userIds, { ...refs, ...comments.refs })
  const partNames = useNames(
    'sparePart',
    entries.flatMap(({ event }) => event?.awaitedPart?.partId ?? []),
    refs,
  )
  return (
    <section className="stack gap-3">
      <h2>{t('pages.repair.life')}</h2>
      <ol className="life stack gap-3">
        {entries.map(({ at, event, comment }) =>
          comment ? (
            <CommentRow key={comment.id} comment={comment} at={at} author={personNames[comment.writtenBy ?? '']} />
          ) : (
            event && (
              <RepairEventRow
                key={`${event.name} ${at}`}
                event={event}
                personNames={personNames}
                partNames={partNames}
              />
            )
          ),
        )}
      </ol>
      {repair.rejections > 0 && <p className="quiet">{t('pages.repair.rejections', { count: repair.rejections })}</p>}
      {canComment && (
        <div>
          <Button onClick={onComment}>{t('pages.repair.comment')}</Button>
        </div>
      )}
    </section>
  )
}

function RepairEventRow({
  event,
  personNames,
  partNames,
}: {
  event: RepairEvent
  personNames: Names
  partNames: Names
}) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const zone = usePlantZone()
  return (
    <li className={`is-${event.name}`}>
      <b>{t(`pages.repair.steps.${event.name}`)}</b>
      <span>
        {formatMoment(event.at, zone)}
        {event.personId && ` · ${personNames[event.personId] ?? '…'}`}
      </span>
      {event.alsoAcceptedBy && event.alsoAcceptedBy.length > 0 && (
        <span>
          {t('pages.repair.alsoTakenBy', {
            people: joinWords(
              event.alsoAcceptedBy.map((id) => personNames[id] ?? '…'),
              language,
            ),
          })}
        </span>
      )}
      {event.awaitedPart?.partId && <span>{partNames[event.awaitedPart.partId] ?? '…'}</span>}
      {event.reason && <span>{event.reason}</span>}
      {event.awaitedPart && <span>{t('pages.repair.awaitedOn', { day: event.awaitedPart.expectedOn })}</span>}
    </li>
  )
}

function CommentRow({ comment, at, author }: { comment: Comment; at: string; author: string | undefined }) {
  const zone = usePlantZone()
  const photos = useDisplayPhotos(comment.images)
  return (
    <li className="is-comment">
      {comment.text && <p className="lines">{comment.text}</p>}
      {photos.length > 0 && <PhotoStrip photos={photos} />}
      <span>
        {formatMoment(at, zone)}
        {author && ` · ${author}`}
      </span>
      {'pending' in comment && <UnsentBadge pending={comment.pending} />}
    </li>
  )
}
