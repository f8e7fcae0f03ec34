import { Component, type ReactNode } from 'react';

/** The last resort where a screen breaks: says so, and offers a fresh start instead of a blank page. */
export class ErrorScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="error-screen" role="alert">
        <h1>Unexpected Application Error!</h1>
        <p>Something on this screen broke. What you saved is safe.</p>
        <button type="button" onClick={() => location.reload()}>
          Load again
        </button>
      </div>
    );
  }
}
