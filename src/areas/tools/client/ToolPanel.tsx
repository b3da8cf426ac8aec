import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Row } from '@/contract/resource'
import { isServerUnreachable } from '@/client/api/api-error'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon, PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { Quantity } from '@/client/ui/Quantity'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { tool } from '../contract/tool'
import { cleanTool, grindTool, repairTool, scrapTool, toolCommands } from '../contract/tool-commands'
import { toolUse } from '../contract/tool-use'
import { isGrindable } from '../rules/tool'
import { LifeBar } from './LifeBadge'
import { toolTones } from './tool-display'

export type Tool = Row<typeof tool>
type ToolCommand = (typeof toolCommands)[number]
/** Commands other than mounting and taking off; displayed next to the primary button. */
const SECONDARY_COMMANDS: readonly ToolCommand[] = [cleanTool, grindTool, repairTool, scrapTool]

/** Detail of one tool: place, life, available commands and use records. */
export function ToolPanel({
  openRow,
  onCommand,
  onPrint,
}: {
  openRow: OpenRow
  onCommand: (action: string) => void
  onPrint: (id: string) => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const zone = usePlantZone()
  const { pending, ...row } = openRow.row as Tool & { pending?: unknown }
  const commands = getAllowedCommands<ToolCommand>(toolCommands, row, useActor()).filter(
    (command) => command !== grindTool || isGrindable(row.kind),
  )
  const canEdit = useCanCall(tool.endpoints.update)
  const canRemove = useCanCall(tool.endpoints.remove)
  const labels = { edit: t('client:resource.edit'), print: t('pages.tools.labels') }
  return (
    <PageFrame
      title={row.code}
      subtitle={[t(`tool.options.kind.${row.kind}`), row.model].filter(Boolean).join(' · ')}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      tools={
        <>
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={labels.print}
            title={labels.print}
            onClick={() => onPrint(row.id)}
          />
          {canEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={labels.edit}
              title={labels.edit}
              onClick={openRow.onEdit}
            />
          )}
          {canRemove && row.state === 'ready' && row.since === null && (
            <RemoveRowButton
              endpoint={tool.endpoints.remove}
              row={row}
              title={row.code}
              onRemoved={openRow.onRemoved}
            />
          )}
        </>
      }
      primary={
        commands.length > 0 && (
          <CommandButtons
            commands={commands}
            row={row}
            secondaryCommands={SECONDARY_COMMANDS}
            onOpenForm={({ action }) => onCommand(action)}
          />
        )
      }
    >
      <div className="tool">
        <p className="chips">
          <ResourceStateBadge resource={tool} state={row.state} tones={toolTones} />
        </p>
        <UnsentNotice pending={pending} />
        {row.mountedAt && row.lineId && (
          <p>
            {t('pages.tools.onSince', {
              line: [openRow.refs[row.lineId], row.place].filter(Boolean).join(' · '),
              time: formatMoment(row.mountedAt, zone),
            })}
          </p>
        )}
        <LifeBar row={row} />
        <ToolRecordsSection toolId={row.id} />
        <ResourceDetailView resource={tool} row={row} refs={openRow.refs} />
      </div>
    </PageFrame>
  )
}

const MAX_SHOWN = 30
/** Use records of the tool, the latest first; mountings with their output. */
function ToolRecordsSection({ toolId }: { toolId: string }) {
  const { t } = useTranslation('tools')
  const canRead = useCanCall(toolUse.endpoints.list)
  const list = useList(toolUse, { toolId, size: MAX_SHOWN }, { enabled: canRead })
  const { rows, refs, isLoading, error } = list
  if (!canRead || (isLoading && rows.length === 0)) return null
  return (
    <section className="tool-records">
      <h2>{t('pages.tools.records')}</h2>
      {rows.length === 0 &&
        // The tool and its unsent records are stored on the phone; only earlier records need the network.
        (error && !isServerUnreachable(error) ? (
          <NotLoadedView query={list} />
        ) : (
          <p className="quiet">{t(error ? 'pages.tools.recordsAway' : 'pages.tools.noRecords')}</p>
        ))}
      <ul>
        {rows.map((use) => (
          <ToolUseRow key={use.id} use={use} refs={refs} />
        ))}
      </ul>
    </section>
  )
}
function ToolUseRow({ use, refs }: { use: Row<typeof toolUse>; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('tools')
  const zone = usePlantZone()
  const photos = useDisplayPhotos(use.images)
  const details = [
    use.lineId && [refs[use.lineId], use.place].filter(Boolean).join(' · '),
    use.reason && t(`toolUse.options.reason.${use.reason}`),
    use.userId && refs[use.userId],
    use.removedBy && use.removedBy !== use.userId && `${t('toolUse.fields.removedBy')} ${refs[use.removedBy] ?? '…'}`,
    use.note,
  ]
  return (
    <li>
      <span>
        <b>{t(`toolUse.options.kind.${use.kind}`)}</b> {formatMoment(use.occurredAt, zone)}
        {use.kind === 'mounted' && ` – ${use.removedAt ? formatMoment(use.removedAt, zone) : t('pages.tools.running')}`}
        <small>{details.filter(Boolean).join(' · ')}</small>
        {photos.length > 0 && <PhotoStrip photos={photos} />}
      </span>
      {use.kind === 'mounted' && (
        <span className="tool-made">
          <Quantity value={use.hours} unit="h" decimals={0} />
          <Quantity value={use.kg === null ? null : use.kg / 1000} unit="t" decimals={1} />
          <Quantity value={use.metres === null ? null : use.metres / 1000} unit="km" decimals={0} />
        </span>
      )}
    </li>
  )
}
