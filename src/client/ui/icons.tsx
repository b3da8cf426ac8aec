import type { ReactNode, SVGProps } from 'react'

/**
 * `label` is the accessible name; without it the icon is decorative. `size` in px at the default text size: icons grow
 * with the text.
 */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'ref'> & { label?: string; size?: number }
export type Icon = (props: IconProps) => ReactNode

/** Creates an icon component: strokes on a 24 px grid, 1.75 wide, in the color of the surrounding text. */
export function createIcon(path: string): Icon {
  return function DrawnIcon({ label, size = 24, ...svgProps }: IconProps) {
    const ariaProps = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
    return (
      <svg
        width={`${size / 16}rem`}
        height={`${size / 16}rem`}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable={false}
        className="ui-icon"
        {...ariaProps}
        {...svgProps}
      >
        <path d={path} />
      </svg>
    )
  }
}

/** Returns the SVG path of a circle. */
export const buildCirclePath = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

// The annotation `@__PURE__` lets the bundler drop icons that no page uses.
export const TodayIcon = /* @__PURE__ */ createIcon('M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 15l2.5 2.5L16 13')
export const CalendarIcon = /* @__PURE__ */ createIcon('M4 6h16v14H4zM4 10h16M8 3v4M16 3v4')
export const LineIcon = /* @__PURE__ */ createIcon('M3 20h18M5 20V9l5 4V9l5 4V5h4v15')
export const ScanIcon = /* @__PURE__ */ createIcon('M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16')
export const AllIcon = /* @__PURE__ */ createIcon('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z')
export const PersonIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 8, 4)}M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7`)
export const PeopleIcon = /* @__PURE__ */ createIcon(
  `${buildCirclePath(9, 8, 3.5)}M2 20c0-4 3-6 7-6s7 2 7 6M16 5a3.5 3.5 0 0 1 0 6.6M18 14.4c2.5.8 4 2.6 4 5.6`,
)
export const SearchIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(10.5, 10.5, 6.5)}M15.5 15.5L21 21`)
export const FilterIcon = /* @__PURE__ */ createIcon('M3 5h18l-7 8.5V20l-4-2v-4.5z')
export const ColumnsIcon = /* @__PURE__ */ createIcon('M4 4h16v16H4zM9.3 4v16M14.7 4v16')
export const SortUpIcon = /* @__PURE__ */ createIcon('M12 20V5M6 11l6-6 6 6')
export const SortDownIcon = /* @__PURE__ */ createIcon('M12 4v15M6 13l6 6 6-6')
export const PlusIcon = /* @__PURE__ */ createIcon('M12 5v14M5 12h14')
export const MinusIcon = /* @__PURE__ */ createIcon('M5 12h14')
export const CloseIcon = /* @__PURE__ */ createIcon('M6 6l12 12M18 6L6 18')
export const CheckIcon = /* @__PURE__ */ createIcon('M4 12.5l5.5 5.5L20 7')
export const StarIcon = /* @__PURE__ */ createIcon('M12 4l2.5 5.1 5.6.8-4 4 1 5.6-5.1-2.7-5 2.7 1-5.6-4.1-4 5.6-.8z')
export const MicrophoneIcon = /* @__PURE__ */ createIcon(
  'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v4M9 21h6',
)
export const BackIcon = /* @__PURE__ */ createIcon('M15 5l-7 7 7 7')
export const ForwardIcon = /* @__PURE__ */ createIcon('M9 5l7 7-7 7')
export const DownIcon = /* @__PURE__ */ createIcon('M5 9l7 7 7-7')
export const MoreIcon = /* @__PURE__ */ createIcon(
  `${buildCirclePath(5, 12, 1)}${buildCirclePath(12, 12, 1)}${buildCirclePath(19, 12, 1)}`,
)
export const EditIcon = /* @__PURE__ */ createIcon('M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4')
export const DeleteIcon = /* @__PURE__ */ createIcon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5')
export const SaveIcon = /* @__PURE__ */ createIcon('M4 4h12l4 4v12H4zM8 4v5h7V4M8 20v-6h8v6')
export const DownloadIcon = /* @__PURE__ */ createIcon('M12 4v11M7 10.5l5 5 5-5M4 20h16')
export const UploadIcon = /* @__PURE__ */ createIcon('M12 16V5M7 9.5l5-5 5 5M4 20h16')
export const RetryIcon = /* @__PURE__ */ createIcon('M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5')
export const SyncIcon = /* @__PURE__ */ createIcon(
  'M4 11a8 8 0 0 1 14-4.5L20 9M20 4v5h-5M20 13a8 8 0 0 1-14 4.5L4 15M4 20v-5h5',
)
export const OfflineIcon = /* @__PURE__ */ createIcon(
  'M3 3l18 18M5 12a10 10 0 0 1 4-2.4M2 8.5A15 15 0 0 1 6 6M11 5a15 15 0 0 1 11 3.5M14.5 10a10 10 0 0 1 4.5 2M8.5 15.5a5 5 0 0 1 7 0M12 19.5v0',
)
export const OnlineIcon = /* @__PURE__ */ createIcon(
  'M2 8.5a15 15 0 0 1 20 0M5 12a10 10 0 0 1 14 0M8.5 15.5a5 5 0 0 1 7 0M12 19.5v0',
)
export const WarnIcon = /* @__PURE__ */ createIcon('M12 3L2 20h20zM12 9.5v5M12 17.3v0')
export const ErrorIcon = /* @__PURE__ */ createIcon('M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.5v5.5M12 16.3v0')
export const InfoIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 12, 9)}M12 11v5.5M12 7.7v0`)
export const DoneIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 12, 9)}M8 12.5l3 3 5-6`)
export const ActiveIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 12, 9)}M10 8.5v7l6-3.5z`)
export const IdleIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 12, 9)}M8 12h8`)
export const WaitIcon = /* @__PURE__ */ createIcon(`${buildCirclePath(12, 12, 9)}M12 7v5l3.5 2`)
export const CameraIcon = /* @__PURE__ */ createIcon(`M3 7h4l2-3h6l2 3h4v13H3z${buildCirclePath(12, 13, 4)}`)
export const PictureIcon = /* @__PURE__ */ createIcon(
  `M3 4h18v16H3zM3 16l5-5 5 5 3-3 5 5${buildCirclePath(15.5, 8.5, 1.5)}`,
)
export const TorchIcon = /* @__PURE__ */ createIcon('M7 3h10v4l-2.5 4v10h-5V11L7 7zM7 7h10M12 13.5v2')
export const KeyboardIcon = /* @__PURE__ */ createIcon('M2 6h20v12H2zM6 10v0M10 10v0M14 10v0M18 10v0M7 14.5h10')
export const RollIcon = /* @__PURE__ */ createIcon(
  'M7 4a3 8 0 1 0 0 16a3 8 0 1 0 0-16M7 4h10a3 8 0 0 1 0 16H7M7 10.5a.8 1.5 0 1 0 0 3a.8 1.5 0 1 0 0-3',
)
export const RepairIcon = /* @__PURE__ */ createIcon('M14.5 9.5L4 20M20 7l-3 3-3-3 3-3a5 5 0 1 0 3 3')
export const HelpIcon = /* @__PURE__ */ createIcon(
  `${buildCirclePath(12, 12, 9)}M9.3 9.5a2.7 2.7 0 1 1 4 2.4c-.9.5-1.3 1-1.3 2M12 16.8v0`,
)
export const ViewIcon = /* @__PURE__ */ createIcon('M6 3h12v18l-6-4.5L6 21z')
export const LinkIcon = /* @__PURE__ */ createIcon(
  'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5',
)
export const SettingsIcon = /* @__PURE__ */ createIcon(
  `M4 7h9M17 7h3M4 17h3M11 17h9${buildCirclePath(15, 7, 2)}${buildCirclePath(9, 17, 2)}`,
)
export const MenuIcon = /* @__PURE__ */ createIcon('M4 6h16M4 12h16M4 18h16')
export const TableIcon = /* @__PURE__ */ createIcon('M3 5h18v14H3zM3 10h18M3 14.5h18M9 5v14')
export const ChartIcon = /* @__PURE__ */ createIcon('M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6')
export const DocumentIcon = /* @__PURE__ */ createIcon('M5 3h9l5 5v13H5zM14 3v5h5M8.5 13h7M8.5 17h7')
export const PrintIcon = /* @__PURE__ */ createIcon('M7 9V3h10v6M7 18H3V9h18v9h-4M7 14h10v7H7z')
export const LockIcon = /* @__PURE__ */ createIcon('M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v2')
export const SignOutIcon = /* @__PURE__ */ createIcon('M10 4H4v16h6M10 12h11M17 8l4 4-4 4')
export const EyeIcon = /* @__PURE__ */ createIcon(
  'M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
)
export const EyeOffIcon = /* @__PURE__ */ createIcon(
  'M4 4l16 16M9.9 5.7A10 10 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3.1 3.8M6.2 7.6A16 16 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9.6 9.6 0 0 0 4.4-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2',
)
