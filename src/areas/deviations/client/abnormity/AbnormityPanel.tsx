import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { listForbiddenCommands, getAllowedCommands } from '@/contract/command-rights'
import { ReplacementList } from '@/client/approval/ReplacementList'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useNames } from '@/client/fields/options'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ExportButton } from '@/client/resource/ExportButton'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useDoer } from '@/client/session/use-session'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { abnormity } from '../../contract/abnormity'
import { abnormitySheet } from '../../contract/abnormity-calls'
import {
  abnormityCommands,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  withdrawAbnormity,
} from '../../contract/abnormity-commands'
import { isOverdue } from '../../rules/abnormity'
import { abnormityTones, severityTones } from '../tones'

export type Abnormity = Row<typeof abnormity> & { pending?: unknown }
type Step = (typeof abnormityCommands)[number]
/** Commands that do not move the abnormity forward; shown as secondary buttons. */
const aside: readonly Step[] = [sendBackAbnormity, reopenAbnormity, reassignAbnormity, withdrawAbnormity]
/** Fields that the panel shows in its header, measures, photos or replacements. */
const elsewhere = ['number', 'state', 'kind', 'severity', 'description', 'images', 'measures', 'replacements']
const facts = Object.keys(abnormity.fields).filter(
  (name) => !elsewhere.includes(name) && !(abnormity.fields as Record<string, { hidden?: boolean }>)[name]?.hidden,
)

/** One abnormity with its answer and the commands that the user may perform now. */
export function AbnormityPanel({
  row,
  refs,
  onBack,
  onAct,
}: {
  row: Abnormity
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onAct: (act: string) => void
}) {
  const { t } = useTranslation('deviations')
  const today = useToday()
  const photos = useDisplayPhotos(row.images)
  const doer = useDoer()
  const open = getAllowedCommands<Step>(abnormityCommands, row, doer)
  const hindered = listForbiddenCommands<Step>(abnormityCommands, row, doer)
  const filled = facts.filter((name) => row[name as keyof Abnormity] !== null)
  return (
    <PageFrame
      title={row.number || t('abnormity.name')}
      sub={t(`abnormity.options.kind.${row.kind}`)}
      {...(onBack ? { onBack } : {})}
      tools={<ExportButton of={abnormitySheet} input={{ id: row.id }} />}
      primary={
        open.length + hindered.length > 0 && (
          <CommandButtons
            commands={open}
            hindered={hindered}
            row={row}
            aside={aside}
            onAsk={({ action }) => onAct(action)}
          />
        )
      }
    >
      <div className="abnormity">
        <p className="chips">
          <ResourceStateBadge of={abnormity} state={row.state} tones={abnormityTones} />
          <ResourceStateBadge of={abnormity} field="severity" state={row.severity} tones={severityTones} />
          {isOverdue(row, today) && <StateBadge tone="bad">{t('pages.abnormities.overdue')}</StateBadge>}
        </p>
        <p className="lines">{row.description}</p>
        {row.state === 'confirmed' && row.sentBack > 0 && row.reason && (
          <p className="ui-card is-warned">
            <b>{t('pages.abnormities.sentBack')}</b> {row.reason}
          </p>
        )}
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.measures.length > 0 && <Measures row={row} refs={refs} />}
        <ReplacementList title={t('abnormity.fields.replacements')} replacements={row.replacements ?? []} refs={refs} />
        <ResourceDetailView of={abnormity} row={row} refs={refs} only={filled} />
      </div>
    </PageFrame>
  )
}
function Measures({ row, refs }: { row: Abnormity; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('deviations')
  const names = useNames(
    'user',
    row.measures.flatMap(({ userId }) => userId ?? []),
    refs,
  )
  return (
    <section>
      <h2>{t('pages.abnormities.measures')}</h2>
      <ul className="abnormity-measures">
        {row.measures.map((one, at) => (
          <li key={at} className="ui-card">
            <b>{one.what}</b>
            <span className="quiet">
              {[
                one.userId && names[one.userId],
                one.dueOn && t('pages.abnormities.due', { day: one.dueOn }),
                one.doneOn && t('pages.abnormities.done', { day: one.doneOn }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {!one.doneOn && (
              <span>
                <StateBadge tone="wait">{t('pages.abnormities.openMeasure')}</StateBadge>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
