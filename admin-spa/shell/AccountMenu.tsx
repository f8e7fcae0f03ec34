import { ChevronDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';

type Props = {
  /** The tooltip of the button. */
  name: string;
  content: ReactNode;
  links: readonly { address: string; name: string }[];
  path: string;
};

/** Shows links below the account's name. Escape, a press outside and leaving it close the menu. */
export function AccountMenu({ name, content, links, path }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const closeUnlessIn = (target: EventTarget | null) => {
    if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only a ref
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => closeUnlessIn(target);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  /** The focus must not be lost with the links. */
  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button and the links in it
    <div
      ref={menu}
      className="whoami"
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && isOpen && close()}
      onBlur={({ relatedTarget }: FocusEvent) => closeUnlessIn(relatedTarget)}
    >
      <button
        ref={button}
        type="button"
        className="bar-item"
        title={name}
        // The menu has the screen that is open.
        data-current={links.some(({ address }) => address === path) || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {content}
        <ChevronDown className="more" aria-hidden="true" />
      </button>
      {isOpen && (
        <nav id={id} className="card" aria-label="Your account">
          <ul className="plain">
            {links.map((link) => (
              <li key={link.address}>
                <Link
                  href={link.address}
                  aria-current={path === link.address ? 'page' : undefined}
                  onClick={close}
                >
                  {link.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
