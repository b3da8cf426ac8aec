import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileField } from '@/contract/field'
import { fileStates, fetchStoredFile } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { notify } from '../api/notify'
import { uploadInChunks } from '@/client/api/stored-files'
import { useEndpoint } from '../api/use-list'
import { MISSING_TEXT } from '../format/number'
import { Button } from '../ui/Button'
import { FilePickButton } from '../ui/FilePickButton'
import { CloseIcon, DocumentIcon, DownloadIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import type { FieldParts, InputProps, ValueProps } from './field-parts'
import { recordTrouble } from '../ui/trouble'

const toFileIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Returns a function that gets the name of a file by its id. Without a network, or if a file has no name, the name is
 * "File 1", "File 2" and so on.
 */
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
    const acceptedFiles = files.slice(0, field.max - ids.length)
    const uploadedIds: string[] = []
    try {
      for (const file of acceptedFiles) {
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
      {ids.map((fileId, index) => (
        <span key={fileId} className="icon-text">
          <DocumentIcon size={20} />
          {getFileName(fileId)}
          {!disabled && (
            <Button
              look="quiet"
              aria-label={`${t('fields.clear')} ${index + 1}`}
              icon={<CloseIcon size={16} />}
              onClick={() => onChange?.(ids.filter((otherId) => otherId !== fileId))}
            />
          )}
        </span>
      ))}
      {uploadProgress && (
        <ProgressIndicator label={t('fields.uploading')} done={uploadProgress.done} total={uploadProgress.total} />
      )}
      <FilePickButton
        id={id}
        label={t('fields.chooseFile', { count: field.max })}
        accessibleName={label}
        describedBy={describedBy}
        multiple={field.max > 1}
        disabled={disabled || ids.length >= field.max || uploadProgress !== null}
        onFiles={(files) => void uploadFiles(files)}
      />
    </div>
  )
}
function FileValue({ value, isDetail }: ValueProps<FileField>) {
  const ids = toFileIds(value)
  if (ids.length === 0) return MISSING_TEXT
  if (isDetail) return <DownloadButtons ids={ids} />
  return (
    <span className="icon-text">
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
        void callEndpoint(fetchStoredFile, { id }).catch((error: unknown) =>
          recordTrouble('file not downloaded', error),
        )
      }
    >
      {getFileName(id)}
    </Button>
  ))
}
/** Components of a file field: uploads and downloads of any files. */
export const fileParts: FieldParts<FileField> = { Input, Value: FileValue, Filter: null }
