import '../antd'
import './picture-upload.css'
import ImageUploader, { type ImageUploaderRef, type ImageUploadItem } from 'antd-mobile/es/components/image-uploader'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, PlusIcon } from './icons'

export interface PictureUploadProps {
  label: string
  hint?: string
  /** The chosen pictures; `url` is empty while it loads. */
  pictures: readonly { readonly key: string; readonly url: string }[]
  max: number
  /** MIME types, separated by commas. */
  accept: string
  disabled?: boolean
  /** Returns true to accept a file. Otherwise shows the reason and returns false. */
  acceptFile: (file: File) => boolean
  /** Stores a file and returns its id. */
  upload: (file: File) => Promise<string>
  /** Called with the ids of the pictures that remain. */
  onChange: (keys: readonly string[]) => void
}
/** Pictures chosen from the device and uploaded at once, with antd-mobile's ImageUploader. Forms with a camera use `PhotoStrip`. */
export function PictureUpload({
  label,
  hint,
  pictures,
  max,
  accept,
  disabled = false,
  acceptFile,
  upload,
  onChange,
}: PictureUploadProps) {
  const { t } = useTranslation('client')
  // Pictures that were just chosen are shown from the file, before the server delivers them.
  const [localUrls, setLocalUrls] = useState<Readonly<Record<string, string>>>({})
  const uploader = useRef<ImageUploaderRef>(null)
  // antd-mobile gives every file input the same name.
  useEffect(() => uploader.current?.nativeElement?.setAttribute('aria-label', `${t('ui.picture.add')} ${label}`))
  const items = pictures.map(({ key, url }): ImageUploadItem => ({ key, url: localUrls[key] ?? url }))
  return (
    <div className="ui-picture-upload" role="group" aria-label={label}>
      <ImageUploader
        ref={uploader}
        value={items}
        maxCount={max}
        accept={accept}
        imageFit="contain"
        disableUpload={disabled}
        deletable={!disabled}
        preview={false}
        deleteIcon={
          <button type="button" aria-label={t('ui.picture.remove')}>
            <CloseIcon size={16} />
          </button>
        }
        beforeUpload={(file) => (acceptFile(file) ? file : null)}
        upload={async (file) => {
          const key = await upload(file)
          const url = URL.createObjectURL(file)
          setLocalUrls((current) => ({ ...current, [key]: url }))
          return { key, url }
        }}
        onChange={(next) => onChange(next.map(({ key }) => String(key)))}
      >
        <span className="ui-picture-add">
          <PlusIcon size={24} />
          {t('ui.picture.add')}
        </span>
      </ImageUploader>
      {hint && <p className="quiet">{hint}</p>}
    </div>
  )
}
