import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { setLineWindow, lineWindowNow, type LineWindow } from '../../contract/line-endpoints'
import { Checkbox } from '@/client/ui/Toggles'
import { LimitsText, LiveValueText, LIVE_QUERY_OPTIONS } from './LiveValueText'

/** Dialog with the live values of a line, where a person chooses the values to see on cards. */
export function LineWindowDialog({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const { t } = useTranslation('overview')
  const query = useEndpoint(
    lineWindowNow,
    { lineId },
    { ...LIVE_QUERY_OPTIONS, resources: [...LIVE_QUERY_OPTIONS.resources, 'lineWindow'] },
  )
  return (
    <Dialog open onClose={onClose} title={query.data?.label ?? t('lineWindow.name')}>
      <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
        {(lineWindow) => <LineWindowTagList lineWindow={lineWindow} lineId={lineId} />}
      </QueryBoundary>
    </Dialog>
  )
}
function LineWindowTagList({ lineWindow, lineId }: { lineWindow: LineWindow; lineId: string }) {
  const { t } = useTranslation('overview')
  const command = useCommand(setLineWindow)
  const shownTagIds = lineWindow.tags.filter((tag) => tag.shown).map(({ tagId }) => tagId)
  const storeChoice = (tagIds: string[]) => void command.run({ lineId, tagIds })
  if (lineWindow.tags.length === 0) return <p className="quiet">{t('live.noTags')}</p>
  return (
    <div className="overview">
      <ul className="overview-late">
        {lineWindow.tags.map((tag) => (
          <li key={tag.tagId}>
            <label>
              <Checkbox
                checked={tag.shown}
                disabled={command.busy || (tag.shown && shownTagIds.length === 1)}
                onChange={() =>
                  storeChoice(tag.shown ? shownTagIds.filter((id) => id !== tag.tagId) : [...shownTagIds, tag.tagId])
                }
              />{' '}
              {tag.label}
            </label>
            <span>
              <LiveValueText live={tag} /> <LimitsText live={tag} />
            </span>
          </li>
        ))}
      </ul>
      {lineWindow.own && <Button onClick={() => storeChoice([])}>{t('live.resetToDefault')}</Button>}
    </div>
  )
}
