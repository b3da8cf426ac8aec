import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { useCanCall, useCanSee } from '../session/use-session'
import type { SwipeButton } from '../ui/table/columns'
import type { Cells, ListRow } from './build-columns'
import { buildTitleParts, useTitleNames } from './ResourceDetailView'
import { RowRemovalDialog, type RemoveEndpoint } from './RowPanel'

/** Actions that a swipe of a card offers. The panel of the open row must offer the same ones. */
export interface SwipeOffer {
  getButtons: (row: ListRow) => readonly SwipeButton[]
  /** Dialog of the action that was tapped; rendered beside the list. */
  dialog: ReactNode
}

/** More buttons than this would cover a phone's card, or be too narrow for a thumb. */
const MAX_PAGE_BUTTONS = 2

/**
 * Returns the swipe actions of a list: those of the page, and a call of the row's phone number. Deletion is added if
 * the panel of the open row offers it.
 */
export function useRowSwipe(
  resource: Resource,
  refs: Readonly<Record<string, string>>,
  { pageOffer, canRemove, cells }: { pageOffer: SwipeOffer | undefined; canRemove: boolean; cells: Cells | undefined },
): SwipeOffer {
  const { t } = useTranslation('client')
  const canSee = useCanSee()
  const removeEndpoint = resource.endpoints.remove as RemoveEndpoint | undefined
  const offersRemoval = useCanCall(removeEndpoint) && canRemove
  const [rowToRemove, setRowToRemove] = useState<ListRow | null>(null)
  const phoneField = Object.keys(resource.fields).find((name) => {
    const field = resource.fields[name]
    return field?.kind === 'text' && field.format === 'phone' && canSee(field)
  })
  return {
    getButtons: (row) => {
      const phoneNumber = phoneField && row[phoneField]
      return [
        ...(pageOffer?.getButtons(row).slice(0, MAX_PAGE_BUTTONS) ?? []),
        ...(phoneNumber
          ? [
              {
                key: 'call',
                label: t('resource.call'),
                tone: 'primary' as const,
                onClick: () => location.assign(`tel:${String(phoneNumber)}`),
              },
            ]
          : []),
        ...(offersRemoval
          ? [
              {
                key: 'remove',
                label: t('resource.delete'),
                tone: 'danger' as const,
                onClick: () => setRowToRemove(row),
              },
            ]
          : []),
      ]
    },
    dialog: (
      <>
        {pageOffer?.dialog}
        {rowToRemove && removeEndpoint && (
          <SwipedRemoval
            resource={resource}
            endpoint={removeEndpoint}
            row={rowToRemove}
            refs={refs}
            cells={cells}
            onClose={() => setRowToRemove(null)}
          />
        )}
      </>
    ),
  }
}

function SwipedRemoval({
  resource,
  endpoint,
  row,
  refs,
  cells,
  onClose,
}: {
  resource: Resource
  endpoint: RemoveEndpoint
  row: ListRow
  refs: Readonly<Record<string, string>>
  cells: Cells | undefined
  onClose: () => void
}) {
  const titleParts = buildTitleParts(
    resource,
    row,
    useTitleNames(resource, row, refs),
    useLabels(resource.area),
    usePlantZone(),
    cells,
  )
  return (
    <RowRemovalDialog
      endpoint={endpoint}
      row={row}
      title={titleParts.filter(Boolean).join(' · ')}
      onClose={onClose}
      onRemoved={() => undefined}
    />
  )
}
