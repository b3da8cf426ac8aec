import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useLabels } from '../../i18n/labels'
import { Button } from '../../ui/Button'
import { CloseIcon, DeleteIcon } from '../../ui/icons'
import { isRemovalAction, type GetBulkWarning } from './bulk-actions'
import type { BulkSelection } from './use-bulk'

const BulkDialog = lazy(() => import('./BulkDialog'))

/** Toolbar in place of search and filters while rows are selected: the number of rows, and the available actions. */
export function BulkBar({
  resource,
  bulk,
  refs,
  getBulkWarning,
}: {
  resource: Resource
  bulk: BulkSelection
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  getBulkWarning?: GetBulkWarning | undefined
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const clear = () => bulk.select(new Set())
  return (
    <div className="list-tools strip" role="toolbar" aria-label={t('bulk.selected', { count: bulk.rows.length })}>
      <Button
        look="quiet"
        icon={<CloseIcon size={20} />}
        aria-label={t('bulk.clear')}
        title={t('bulk.clear')}
        onClick={clear}
      />
      <b className="bulk-count">{t('bulk.selected', { count: bulk.rows.length })}</b>
      {bulk.actions.map((action) => (
        <Button
          key={action.endpoint.name}
          {...(!isRemovalAction(action) ? {} : { icon: <DeleteIcon size={20} /> })}
          onClick={() => bulk.begin(action)}
        >
          {isRemovalAction(action) ? t('resource.delete') : labels.action(action.endpoint)}
        </Button>
      ))}
      {bulk.runningAction && (
        <Suspense>
          <BulkDialog
            resource={resource}
            {...bulk.runningAction}
            refs={refs}
            getBulkWarning={getBulkWarning}
            onClose={bulk.end}
            onDone={clear}
          />
        </Suspense>
      )}
    </div>
  )
}
