import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { PageHead } from './parts/page-head.tsx'
import { useSession } from './session.ts'
import { isInBar, openPlaces } from './shell-places.ts'

/** The pages that the bar of a phone has no room for. */
export function MorePage() {
  const { can } = useSession()
  return (
    <>
      <PageHead title="More" />
      <ul className="rows card">
        {openPlaces(can)
          .filter(({ path }) => !isInBar(path))
          .map(({ path, name, icon: Icon }) => (
            <li key={path}>
              <Link href={path} className="row more-row">
                <Icon />
                {name}
                <ChevronRight />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
