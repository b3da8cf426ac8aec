import { ResourcePage } from '@/client/resource/ResourcePage'
import { tableTemplate } from '../../contract/table-template'

const columns = ['name', 'use', 'productId', 'family', 'items', 'active', 'note'] as const

/** 表格模板: defines which items are read on a roll of a product, how often and within which limits. */
export default function TableTemplatePage() {
  return (
    <ResourcePage
      resource={tableTemplate}
      columns={columns}
      form={{ getStartValues: () => ({ use: 'check', active: true }) }}
    />
  )
}
