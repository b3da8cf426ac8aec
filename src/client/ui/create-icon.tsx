import type { ReactNode, SVGProps } from 'react'

/**
 * `label` is the accessible name; without it the icon is decorative. `size` in px at the default text size: icons grow
 * with the text.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'ref'> & { label?: string; size?: number }
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
