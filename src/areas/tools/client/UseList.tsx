import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { useParams } from '@/client/use-params'
import { toolUse } from '../contract/tool-use'

const COLUMNS = [
  'toolId',
  'kind',
  'occurredAt',
  'removedAt',
  'lineId',
  'place',
  'hours',
  'kg',
  'metres',
  'reason',
  'userId',
  'removedBy',
  'toolKind',
  'images',
  'note',
] as const

/** Records of all tools; what nobody scanned at the time is entered here. */
export default function UseList({ above }: { above: ReactNode }) {
  const { t } = useTranslation('tools')
  const change = useParams()[1]
  const mayAdd = useMayCall(toolUse.endpoints.create)
  return (
    <ResourcePage
      of={toolUse}
      columns={COLUMNS}
      parts={{ above }}
      primary={
        mayAdd && (
          <Button look="primary" onClick={() => change({ new: '1' })}>
            {t('pages.tools.addUse')}
          </Button>
        )
      }
    />
  )
}
