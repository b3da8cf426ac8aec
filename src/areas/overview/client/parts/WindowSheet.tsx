import { useTranslation } from 'react-i18next'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { setWindow, showWindow, type LineWindow } from '../../contract/line-calls'
import { Limits, LiveValue } from './LiveValue'
import { LIVE } from './live'

/** Live values of a line, and the choice of those this person wants to see. */
export function WindowSheet({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const { t } = useTranslation('overview')
  const found = useEndpoint(showWindow, { lineId }, { ...LIVE, resources: [...LIVE.resources, 'lineWindow'] })
  return (
    <Dialog open onClose={onClose} title={found.data?.label ?? t('lineWindow.name')}>
      {found.data ? <Tags of={found.data} lineId={lineId} /> : <QueryBoundary of={found} shape={<SkeletonDetail />} />}
    </Dialog>
  )
}
function Tags({ of, lineId }: { of: LineWindow; lineId: string }) {
  const { t } = useTranslation('overview')
  const step = useInstantCommand(setWindow)
  const shown = of.tags.filter((tag) => tag.shown).map(({ tagId }) => tagId)
  const choose = (tagIds: string[]) => void step.run({ lineId, tagIds })
  if (of.tags.length === 0) return <p className="quiet">{t('live.noTags')}</p>
  return (
    <div className="overview">
      <ul className="overview-late">
        {of.tags.map((tag) => (
          <li key={tag.tagId}>
            <label>
              <input
                type="checkbox"
                checked={tag.shown}
                disabled={step.busy || (tag.shown && shown.length === 1)}
                onChange={() => choose(tag.shown ? shown.filter((id) => id !== tag.tagId) : [...shown, tag.tagId])}
              />{' '}
              {tag.label}
            </label>
            <span>
              <LiveValue of={tag} /> <Limits of={tag} />
            </span>
          </li>
        ))}
      </ul>
      {of.own && <Button onClick={() => choose([])}>{t('live.usual')}</Button>}
    </div>
  )
}
