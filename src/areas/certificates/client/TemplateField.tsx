import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { isServerUnreachable } from '@/client/api/api-error'
import { useEndpoint } from '@/client/api/use-list'
import { Picker, type OptionSearch } from '@/client/fields/picker'
import { certificateTemplates, type CertificatePreview } from '../contract/certificate-endpoints'
import { coaTemplate } from '../contract/coa-template'

/** Template of the certificate; the default is the most specific one that fits. */
export function TemplateField({ preview, onChoose }: { preview: CertificatePreview; onChoose: (id: string) => void }) {
  const { t } = useTranslation('certificates')
  // oxlint-disable-next-line react/hooks -- the picker calls it as a hook
  const useTemplateSearch = (keyword: string) => useFittingTemplates(preview.workOrderId, keyword)
  const { list } = useFittingTemplates(preview.workOrderId, '')
  if (list.length === 0) return null
  return (
    <div className="certificate-template stack gap-1">
      <span>{t('certificate.fields.templateId')}</span>
      <Picker
        resource={coaTemplate.name}
        id="coa-template"
        label={t('certificate.fields.templateId')}
        ids={preview.templateId ? [preview.templateId] : []}
        multiple={false}
        clearable={false}
        disabled={list.length === 1}
        useSearch={useTemplateSearch}
        onPick={([id]) => id && onChoose(id)}
      />
    </div>
  )
}
/** Searches the templates that fit the order, the most specific first. */
function useFittingTemplates(workOrderId: string, searchText: string): OptionSearch {
  const { t } = useTranslation('certificates')
  const keyword = useDeferredValue(searchText.trim())
  const { data, isFetching, error } = useEndpoint(
    certificateTemplates,
    { workOrderId, ...(keyword ? { keyword } : {}) },
    { resources: ['coaTemplate'] },
  )
  return {
    list: (data?.list ?? []).map(({ id, label, of }) => ({
      id,
      label,
      note: t(`pages.qualityReport.templateOf.${of}`),
    })),
    total: data?.total ?? 0,
    isBusy: isFetching,
    isOffline: error !== null && isServerUnreachable(error),
  }
}
