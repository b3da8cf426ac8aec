import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileField } from '@/contract/field'
import { fileStates, fetchStoredFile } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { notify } from '../api/notify'
import { uploadInChunks } from '../api/upload-in-chunks'
import { useEndpoint } from '../api/use-list'
import { MISSING } from '../format/number'
import { Button } from '../ui/Button'
import { FilePickButton } from '../ui/FilePickButton'
import { CloseIcon, DocumentIcon, DownloadIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import type { FieldParts, InputProps, ShowProps } from './field-parts'
import { recordTrouble } from '../ui/trouble'

const toFileIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns a function for file names; files without a name, or unknown offline, are numbered. */
function useFileNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation('client')
  const { data } = useEndpoint(fileStates, { ids: ids.join(',') }, { enabled: ids.length > 0 })
  return (id) => data?.find((file) => file.id === id)?.name || t('fields.file', { number: ids.indexOf(id) + 1 })
}

/** Uploads files when they are chosen; the row then refers to them. */
function Input({ field, id, label, value, onChange, disabled, describedBy }: InputProps<FileField>) {
  const { t } = useTranslation('client')
  const [uploadProgress, setUploadProgress] = useState<{ done: number; total: number } | null>(null)
  const ids = toFileIds(value)
  const getFileName = useFileNames(ids)
  async function uploadFiles(files: readonly File[]) {
    const chosen = files.slice(0, field.max - ids.length)
    const uploadedIds: string[] = []
    try {
      for (const file of chosen) {
        setUploadProgress({ done: 0, total: file.size })
        uploadedIds.push(
          await uploadInChunks(
            { bytes: await file.arrayBuffer(), mime: file.type || 'application/octet-stream', name: file.name },
            (done, total) => setUploadProgress({ done, total }),
          ),
        )
      }
    } catch (error) {
      recordTrouble('file not uploaded', error)
      void notify(t('fields.uploadFailed'), 'fail')
    } finally {
      setUploadProgress(null)
      onChange?.([...ids, ...uploadedIds])
    }
  }
  return (
    <div className="photos">
      {ids.map((one, index) => (
        <span key={one} className="yes-no">
          <DocumentIcon size={20} />
          {getFileName(one)}
          {!disabled && (
            <Button
              look="quiet"
              aria-label={`${t('fields.clear')} ${index + 1}`}
              icon={<CloseIcon size={16} />}
              onClick={() => onChange?.(ids.filter((other) => other !== one))}
            />
          )}
        </span>
      ))}
      {uploadProgress && (
        <ProgressIndicator label={t('fields.uploading')} done={uploadProgress.done} total={uploadProgress.total} />
      )}
      <FilePickButton
        id={id}
        word={t('fields.chooseFile', { count: field.max })}
        label={label}
        describedBy={describedBy}
        multiple={field.max > 1}
        disabled={disabled || ids.length >= field.max || uploadProgress !== null}
        onFiles={(files) => void uploadFiles(files)}
      />
    </div>
  )
}
function Show({ value, full }: ShowProps<FileField>) {
  const ids = toFileIds(value)
  if (ids.length === 0) return MISSING
  if (full) return <DownloadButtons ids={ids} />
  return (
    <span className="yes-no">
      <DocumentIcon size={16} />
      {ids.length}
    </span>
  )
}
/** One download button per file. */
function DownloadButtons({ ids }: { ids: readonly string[] }) {
  const getFileName = useFileNames(ids)
  return ids.map((id) => (
    <Button
      key={id}
      icon={<DownloadIcon size={20} />}
      onClick={() =>
        void callEndpoint(fetchStoredFile, { id }).catch((error: unknown) => recordTrouble('told by a toast', error))
      }
    >
      {getFileName(id)}
    </Button>
  ))
}
export const fileParts: FieldParts<FileField> = { Input, Show, Filter: null }
