import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { AnyRow, Cells } from '@/client/resource/columns'
import { ResourceDetail } from '@/client/resource/ResourceDetail'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRow } from '@/client/resource/RowPanel'
import { useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'

export interface FactsPanelProps {
  of: Resource
  open: OpenRow
  title: string
  sub?: string | undefined
  /** What is told of the row, in this order. */
  facts: readonly string[]
  cells: Cells
  /** Instead of "Edit" at the bottom, which then stands beside the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** An open row by chosen facts, with edit and delete for those who may. */
export function FactsPanel({ of, open, title, sub, facts, cells, actions, children }: FactsPanelProps) {
  const { t } = useTranslation('client')
  const mayEdit = useMayCall(of.endpoints.update)
  const { row, refs, onBack, onEdit, onGone } = open
  const edit = mayEdit && (
    <Button
      look="quiet"
      icon={<EditIcon size={20} />}
      aria-label={t('resource.edit')}
      title={t('resource.edit')}
      onClick={onEdit}
    />
  )
  return (
    <PageFrame
      title={title}
      sub={sub}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {actions && edit}
          {of.endpoints.remove && (
            <RemoveRow
              endpoint={of.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
              row={row as AnyRow}
              title={title}
              onGone={onGone}
            />
          )}
        </>
      }
      primary={
        actions ||
        (mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
            {t('resource.edit')}
          </Button>
        ))
      }
    >
      <ResourceDetail of={of} row={row} refs={refs} only={facts} cells={cells} />
      {children}
    </PageFrame>
  )
}
