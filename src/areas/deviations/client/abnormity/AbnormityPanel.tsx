import { LifecycleSteps } from '@/client/resource/LifecycleSteps'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { listForbiddenCommands, getAllowedCommands } from '@/contract/command-rights'
import { ReplacementList } from '@/client/approval/ReplacementList'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useNames } from '@/client/fields/options'
import { CommandButtons, type CommandButtonsProps } from '@/client/resource/CommandButtons'
import { ExportButton } from '@/client/resource/ExportButton'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { abnormity } from '../../contract/abnormity'
import {
  abnormityCommands,
  abnormityReport,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  withdrawAbnormity,
} from '../../contract/abnormity-commands'
import { abnormityPath, isAbnormityOverdue } from '../../rules/abnormity'
import { abnormityTones, abnormitySeverityTones } from '../tones'
import type { ListRow } from '@/client/resource/build-columns'

export type Abnormity = Row<typeof abnormity> & { pending?: unknown }
/** Fields that the panel shows in its header, measures, photos or replacements. */
const FIELDS_SHOWN_ELSEWHERE = [
  'number',
  'state',
  'kind',
  'severity',
  'description',
  'images',
  'measures',
  'replacements',
]
const DETAIL_FIELDS = Object.keys(abnormity.fields).filter(
  (name) =>
    !FIELDS_SHOWN_ELSEWHERE.includes(name) && !(abnormity.fields as Record<string, { hidden?: boolean }>)[name]?.hidden,
)

/** One abnormity with its answer and the commands that the user may perform now. */
export function AbnormityPanel({
  row,
  refs,
  commandProps,
  onBack,
}: {
  row: Abnormity
  refs: Readonly<Record<string, string>>
  commandProps: CommandButtonsProps<AbnormityCommand>
  onBack: (() => void) | undefined
}) {
  const { t } = useTranslation('deviations')
  const today = useToday()
  const photos = useDisplayPhotos(row.images)
  const actor = useActor()
  const forbiddenCommands = listForbiddenCommands<AbnormityCommand>(abnormityCommands, row, actor)
  const filledFields = DETAIL_FIELDS.filter((name) => row[name as keyof Abnormity] !== null)
  return (
    <PageFrame
      title={row.number || t('abnormity.name')}
      subtitle={t(`abnormity.options.kind.${row.kind}`)}
      {...(onBack ? { onBack } : {})}
      tools={<ExportButton endpoint={abnormityReport} input={{ id: row.id }} />}
      primary={
        commandProps.commands.length + forbiddenCommands.length > 0 && (
          <CommandButtons {...commandProps} blockedCommands={forbiddenCommands} />
        )
      }
    >
      <div className="abnormity stack gap-3">
        <LifecycleSteps
          resource={abnormity}
          state={row.state}
          path={abnormityPath}
          detours={{ withdrawn: 'confirmed' }}
          stoppedStates={['withdrawn']}
        />
        <p className="chips">
          <ResourceStateBadge resource={abnormity} state={row.state} tones={abnormityTones} />
          <ResourceStateBadge
            resource={abnormity}
            field="severity"
            state={row.severity}
            tones={abnormitySeverityTones}
          />
          {isAbnormityOverdue(row, today) && <StateBadge tone="bad">{t('pages.abnormities.overdue')}</StateBadge>}
        </p>
        <p className="lines">{row.description}</p>
        {row.state === 'confirmed' && row.sentBack > 0 && row.reason && (
          <p className="ui-card is-warned">
            <b>{t('pages.abnormities.sentBack')}</b> {row.reason}
          </p>
        )}
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.measures.length > 0 && <MeasureList row={row} refs={refs} />}
        <ReplacementList title={t('abnormity.fields.replacements')} replacements={row.replacements ?? []} refs={refs} />
        <ResourceDetailView resource={abnormity} row={row} refs={refs} fieldNames={filledFields} />
      </div>
    </PageFrame>
  )
}
function MeasureList({ row, refs }: { row: Abnormity; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('deviations')
  const names = useNames(
    'user',
    row.measures.flatMap(({ userId }) => userId ?? []),
    refs,
  )
  return (
    <section>
      <h2>{t('pages.abnormities.measures')}</h2>
      <ul className="abnormity-measures stack">
        {row.measures.map((measure, index) => (
          <li key={index} className="ui-card">
            <b>{measure.what}</b>
            <span className="quiet">
              {[
                measure.userId && names[measure.userId],
                measure.dueOn && t('pages.abnormities.due', { day: measure.dueOn }),
                measure.doneOn && t('pages.abnormities.done', { day: measure.doneOn }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {!measure.doneOn && (
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

export type AbnormityCommand = (typeof abnormityCommands)[number]
/** Commands that do not move the abnormity forward; shown as secondary buttons. */
const SECONDARY_COMMANDS: readonly AbnormityCommand[] = [
  sendBackAbnormity,
  reopenAbnormity,
  reassignAbnormity,
  withdrawAbnormity,
]

/** Returns the commands that this person may run on an abnormity, for its panel and for swiping its card. */
export function useAbnormityCommands(
  onOpenForm: (abnormityId: string, action: string) => void,
): (row: ListRow) => CommandButtonsProps<AbnormityCommand> {
  const actor = useActor()
  return (row) => ({
    row,
    commands: getAllowedCommands<AbnormityCommand>(abnormityCommands, row, actor),
    secondaryCommands: SECONDARY_COMMANDS,
    onOpenForm: ({ action }) => onOpenForm(row.id, action),
  })
}
