import './standards.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { CustomFiltersContext } from '@/client/resource/FilterFields'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useQueryParams } from '@/client/use-query-params'
import { processStandard } from '../contract/process-standard'
import { codesWithHistory } from '../contract/process-standard-endpoints'
import type { VersionRow } from './document-view'
import { documentCells } from './DocumentPage'
import { DocumentPanel } from './panel/DocumentPanel'
import { processViews } from './process/process-view'
import { Select } from '@/client/ui/Select'

const COLUMNS = [
  'code',
  'revision',
  'state',
  'productId',
  'approvedAt',
  'approvedBy',
  'variant',
  'lineId',
  'idealSpeed',
  'note',
] as const
/** Versions that are or were in force, the latest first. */
const FIXED_FILTERS = { state: 'approved', sort: '-approvedAt' }
const PLACE_PARAMS = ['code'] as const
const HIDDEN_FILTER = { Filter: null, formatValue: (value: string) => value }
/**
 * Hides three filters: all rows are approved, none waits for an approver, and the code has its own select above the
 * list.
 */
const CUSTOM_FILTERS = { state: HIDDEN_FILTER, waitingFor: HIDDEN_FILTER, code: HIDDEN_FILTER }

/** 工艺历史: all versions that are or were in force, with their changes. */
export default function ProcessHistoryPage() {
  const { t } = useTranslation('standards')
  const [params, changeParams] = useQueryParams()
  const { data: codes } = useEndpoint(codesWithHistory, {})
  const selectedCode = params.get('code') ?? ''
  const parts = useMemo(
    (): PageParts => ({
      lockedFilters: PLACE_PARAMS,
      above: (
        <Select
          label={t('processStandard.fields.code')}
          value={selectedCode}
          options={[
            { value: '', label: t('pages.standard.allCodes') },
            ...(selectedCode && !codes?.some(({ code }) => code === selectedCode)
              ? [{ value: selectedCode, label: selectedCode }]
              : []),
            ...(codes?.map(({ code, product, versions }) => ({
              value: code,
              label: t('pages.standard.codeOption', { code, product, count: versions }),
            })) ?? []),
          ]}
          onChange={(chosen) => changeParams({ code: chosen || null, id: null })}
        />
      ),
      detail: ({ row, refs, onBack, onRemoved }) => (
        <DocumentPanel
          view={row['variant'] === 'slitting' ? processViews.slitting : processViews.mainLine}
          readOnly
          row={row as VersionRow}
          refs={refs}
          onBack={onBack}
          onRemoved={onRemoved}
          onOpen={(id) => changeParams({ id })}
        />
      ),
    }),
    [t, selectedCode, codes, changeParams],
  )
  return (
    <CustomFiltersContext.Provider value={CUSTOM_FILTERS}>
      <ResourcePage
        resource={processStandard}
        columns={COLUMNS}
        cells={documentCells}
        fixedFilters={FIXED_FILTERS}
        parts={parts}
        primary={null}
      />
    </CustomFiltersContext.Provider>
  )
}
