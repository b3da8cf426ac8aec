import { useTranslation } from 'react-i18next'
import { useSendCommand } from '@/client/api/use-send-command'
import { callEndpoint } from '@/client/api/call-endpoint'
import { ImportPanel } from '@/client/resource/ImportPanel'
import { PageFrame } from '@/client/ui/PageFrame'
import { StateBadge } from '@/client/ui/StateBadge'
import { excelTemplate, uploadFile } from '../../contract/log'
import type { ExcelType } from './ExcelTypesView'

/** One Excel type with template, check, import and the description of its columns. */
export function ExcelTypePanel({ excelType, onBack }: { excelType: ExcelType; onBack: (() => void) | undefined }) {
  const { t } = useTranslation('access')
  const sendUpload = useSendCommand(uploadFile)
  async function uploadWorkbook(file: File, dryRun: boolean, leaveOut: boolean) {
    const result = await sendUpload(
      { type: excelType.type, file: [], dryRun, leaveOut },
      { files: { file: [file] }, changedResources: ['uploadLog', excelType.type] },
    )
    if (result.queued) throw new Error('an upload is never queued')
    return result.data
  }
  return (
    <PageFrame title={excelType.name} {...(onBack ? { onBack } : {})}>
      <div className="access-type stack gap-3">
        <section className="ui-card">
          <ImportPanel
            send={uploadWorkbook}
            downloadTemplate={() => callEndpoint(excelTemplate, { type: excelType.type })}
          />
        </section>
        <section>
          <h2 className="access-head">{t('pages.files.columns', { count: excelType.columns.length })}</h2>
          <div className="access-table">
            <table>
              <thead>
                <tr>
                  {(['header', 'kind', 'unit'] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`pages.files.heads.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {excelType.columns.map((column) => (
                  <tr key={column.header}>
                    <th scope="row">
                      <span className="access-chips">
                        {column.header}
                        {column.required && <StateBadge tone="warn">{t('pages.files.must')}</StateBadge>}
                      </span>
                    </th>
                    <td>{t(`pages.files.kinds.${column.kind}`)}</td>
                    <td>{column.unit ?? '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </div>
    </PageFrame>
  )
}
